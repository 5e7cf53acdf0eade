//! What the demo samples of a task explain: colours and an angle that programs can derive from S.

use exec::data::{Sample, Task, TaskGrid};
use exec::plan::Plan;
use exec::run::{Inputs, Rules, Worker};
use exec::value::R;
use lang::{Const, Dag, Dialect, Input, NodeId, Op};

/// Where a colour is among those that one side of the samples has alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Derived {
    /// `c_iz_n` for colours that only inputs have, `c_zo_n` for those that only outputs have.
    op: &'static str,
    pick: Pick,
}

/// How a colour is taken from the tuple of such colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pick {
    First,
    Last,
    Nth(usize),
}

/// What the samples of a task explain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    colours: [Option<Derived>; 10],
    angle: Option<i64>,
}

impl Facts {
    /// Nothing: for programs without a task.
    pub fn none() -> Facts {
        Facts::default()
    }

    /// Finds out by running the ops that programs would use.
    pub fn of(task: &Task) -> Facts {
        let Some(first) = task.demo.first() else { return Facts::none() };
        let inputs = Inputs { demo: &task.demo, input: &first.input, target: None };
        let plan = Plan::new(&questions());
        Worker::default().run(&plan, inputs, Rules::default(), |run| {
            let tuple = |result: R<'_>| -> Vec<i64> {
                let items = result.and_then(|v| run.cx.items(v));
                items.map_or(Vec::new(), |items| items.filter_map(|v| v.int().ok()).collect())
            };
            let [ins, outs, angle] = [0, 1, 2].map(|i| run.outcomes()[i].result);
            let mut facts = Facts::none();
            facts.note("c_iz_n", &tuple(ins), &task.demo, |sample| Some(&sample.input));
            facts.note("c_zo_n", &tuple(outs), &task.demo, |sample| sample.output.as_ref());
            facts.angle = angle.and_then(|v| v.int()).ok();
            facts
        })
    }

    /// Notes the colours of one side that every sample has there.
    fn note<'t>(
        &mut self,
        op: &'static str,
        colours: &[i64],
        demo: &'t [Sample],
        side: impl Fn(&'t Sample) -> Option<&'t TaskGrid>,
    ) {
        for (place, &colour) in colours.iter().enumerate() {
            let has = |grid: &TaskGrid| grid.cells().iter().any(|&cell| i64::from(cell) == colour);
            let everywhere = demo.iter().all(|sample| side(sample).is_some_and(has));
            let pick = match place {
                0 => Pick::First,
                _ if place + 1 == colours.len() => Pick::Last,
                place => Pick::Nth(place),
            };
            let known = usize::try_from(colour).ok().and_then(|c| self.colours.get_mut(c));
            if let Some(known) = known.filter(|_| everywhere) {
                *known = Some(Derived { op, pick });
            }
        }
    }

    /// How this colour is derived, if the samples explain it.
    pub(super) fn colour(&self, colour: i64) -> Option<Derived> {
        usize::try_from(colour).ok().and_then(|c| *self.colours.get(c)?)
    }

    /// The angle that turns every input into its output, if there is one.
    pub fn angle(&self) -> Option<i64> {
        self.angle
    }

    /// Whether every input has this colour and no output, or the reverse.
    pub fn explains_colour(&self, colour: i64) -> bool {
        self.colour(colour).is_some()
    }
}

fn op(name: &str) -> Option<Op> {
    Op::lookup(Dialect::Batt, name)
}

/// The lines whose values are asked for.
fn questions() -> Dag {
    let mut dag = Dag::new(Dialect::Batt);
    let samples = dag.input(Input::S);
    let palette = dag.function(op("p_g").expect("a batt op")).expect("own dialect");
    for (name, args) in [("c_iz", &[samples, palette][..]), ("c_zo", &[samples, palette])] {
        let root = dag.call(op(name).expect("a batt op"), args).expect("two arguments");
        dag.add_root(root);
    }
    let root = angle_node(&mut dag).expect("a batt op");
    dag.add_root(root);
    dag
}

/// `a_mr(S)`; nothing in another dialect.
pub(super) fn angle_node(dag: &mut Dag) -> Option<NodeId> {
    let samples = dag.input(Input::S);
    dag.call(op("a_mr")?, &[samples]).ok()
}

impl Derived {
    /// The lines that derive the colour; nothing in another dialect.
    pub(super) fn node(self, dag: &mut Dag) -> Option<NodeId> {
        let pick = match self.pick {
            Pick::First => dag.function(op("first_t")?).ok()?,
            Pick::Last => dag.function(op("last_t")?).ok()?,
            Pick::Nth(place) => {
                let rank = Const::lookup(Dialect::Batt, &format!("F{place}"))?;
                let args = [dag.function(op("get_nth_t")?).ok()?, dag.constant(rank).ok()?];
                dag.call(op("rbind")?, &args).ok()?
            }
        };
        let args = [dag.input(Input::S), dag.function(op("p_g")?).ok()?, pick];
        dag.call(op(self.op)?, &args).ok()
    }
}
