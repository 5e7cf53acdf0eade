/// Weights of the facts by strategy: logistic regression on the outputs that strategies gave for ARC-AGI-1 training, made by
/// `solving fit` (benches). The first row serves strategies that have none.
const WEIGHTS: &[(&str, [f64; FACTS])] = &[
    ("cells", [-0.12, -0.12, -0.12, -0.12, 0.95, 0.36, -1.13, -0.57, 2.11, -0.01, -0.12]),
    ("layers", [-0.60, 1.52, 0.49, 0.00, 0.00, 0.00, -2.10, 0.14, 1.84, -0.15, -1.20]),
    ("objects", [-2.47, 2.68, -0.75, -0.48, 0.65, -0.09, -2.63, -0.84, 2.92, 0.45, -0.44]),
    ("cells, colours", [0.06, 0.06, 0.06, 0.06, 0.79, 0.16, -1.25, -0.63, 1.12, 0.22, -0.02]),
    ("layers, colours", [-1.13, 1.48, 0.70, 0.00, 0.00, 0.00, -1.66, 0.04, 1.83, -0.12, -0.95]),
    ("objects, colours", [-0.52, 1.26, 0.21, -0.36, 0.12, 0.34, -2.21, -1.78, 1.33, 0.17, -0.24]),
    ("cells, rows", [-0.64, -0.64, -0.64, -0.64, 0.25, 0.63, -1.25, -0.32, 3.50, 0.67, -0.04]),
];
