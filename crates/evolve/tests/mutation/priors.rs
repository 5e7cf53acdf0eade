//! Mutation that goes by a prior.

use evolve::code::Code;
use evolve::mutate::{Donors, Facts, Mutator, Operator, Settings, Weights};
use evolve::prior::{Odds, Priors};
use evolve::stream::Stream;
use lang::{Dag, Dialect};

fn code(body: &str) -> Code {
    let text = format!("def solve_t(I):\n    return {body}\n");
    Code::of_program(&lang::parse(text.as_bytes(), "t.py", Some(Dialect::Arc)).programs[0])
}

/// What becomes of a program in 400 mutations by one operator.
fn mutants(body: &str, operator: Operator, prior: Option<&str>) -> Vec<String> {
    let code = code(body);
    let odds = prior.map(|text| Odds::new(&Priors::read(text).expect("a prior").all, Dialect::Arc));
    let weights = Weights::only(operator);
    let settings = Settings { rate: 0.0, at_least_one: true, weights, ..Settings::default() };
    let (facts, donors) = (Facts::none(), Donors::none(Dialect::Arc));
    let mut mutator = Mutator::new(&settings, &facts, &donors).by(odds.as_ref());
    let mut dag = Dag::new(Dialect::Arc);
    let root = dag.merge(code.dag())[0];
    let mut made = Vec::new();
    for candidate in 0..400 {
        let mut stream = Stream::new(3, 0, "test", candidate);
        let mutant = mutator.mutate(&mut dag, root, &mut stream, None);
        made.push(Code::of_root(&dag, mutant.root).text("solve_t"));
    }
    made
}

fn share(mutants: &[String], piece: &str) -> f64 {
    mutants.iter().filter(|text| text.contains(piece)).count() as f64 / mutants.len() as f64
}

#[test]
fn rows_that_say_the_same_of_all_draw_as_without() {
    // Of `any` and of rows that are missing everything that fits has the same share, so the same numbers are drawn.
    let even = "{\"other\": 1, \"root\": {\"I\": 1}}";
    for (body, operator) in [
        ("replace(I, TWO, EIGHT)", Operator::Constant),
        ("subgrid(argmax(objects(I, T, F, T), size), I)", Operator::Function),
        ("fill(rot90(hmirror(I)), TWO, ofcolor(I, EIGHT))", Operator::Variable),
    ] {
        let without = mutants(body, operator, None);
        assert_eq!(without, mutants(body, operator, Some(even)), "{body}");
        assert!(without.iter().any(|text| *text != code(body).text("solve_t")), "{body} changes");
    }
}

#[test]
fn likely_things_are_drawn_more_often() {
    for (body, operator, piece, prior) in [
        ("hmirror(I)", Operator::Op, "rot180(", "{\"root\": {\"rot180\": 9}}"),
        (
            "hmirror(I)",
            Operator::Insert,
            "rot180(",
            "{\"arguments\": {\"hmirror\": [{\"rot180\": 9}]}, \"root\": {\"rot180\": 9}}",
        ),
        (
            "replace(I, TWO, EIGHT)",
            Operator::Constant,
            "SEVEN",
            "{\"arguments\": {\"replace\": [{}, {\"SEVEN\": 9}, {\"SEVEN\": 9}]}}",
        ),
        (
            "subgrid(argmax(objects(I, T, F, T), size), I)",
            Operator::Function,
            "leastcolor",
            "{\"arguments\": {\"argmax\": [{}, {\"leastcolor\": 9}]}}",
        ),
        (
            "fill(rot90(hmirror(I)), TWO, ofcolor(rot180(I), EIGHT))",
            Operator::Variable,
            "fill(I,",
            "{\"arguments\": {\"fill\": [{\"I\": 9}]}}",
        ),
    ] {
        let [without, with] =
            [None, Some(prior)].map(|prior| share(&mutants(body, operator, prior), piece));
        assert!(with > 1.5 * without && with > 0.1, "{body}: {without} without, {with} with");
    }
}

#[test]
fn what_is_never_to_be_is_never_drawn() {
    let strict = "{\"other\": 0, \"root\": {\"rot90\": 1, \"trim\": 1}}";
    let made = mutants("hmirror(I)", Operator::Op, Some(strict));
    let known = ["rot90(", "trim(", "hmirror("];
    assert!(made.iter().all(|text| known.iter().any(|op| text.contains(op))), "{made:?}");
    assert!(share(&made, "rot90(") > 0.3 && share(&made, "trim(") > 0.3);
}
