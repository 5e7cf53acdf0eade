//! Priors at work in a search.

use std::sync::{Arc, OnceLock};

use lang::{Dialect, Hash128};

use super::{Odds, Prior, Priors};

/// What a search goes by: the odds of each of its tasks, or none.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    shared: Option<Arc<Shared>>,
    /// The task whose prior is meant whatever task is asked for.
    only: Option<String>,
}

#[derive(Debug)]
struct Shared {
    priors: Priors,
    /// By dialect: the odds of all tasks without a prior of their own.
    all: [OnceLock<Option<Arc<Odds>>>; 2],
}

impl Guide {
    /// To go by nothing.
    pub const NONE: Guide = Guide { shared: None, only: None };

    /// To go by priors.
    pub fn by(priors: Priors) -> Guide {
        Guide { shared: Some(Arc::new(Shared { priors, all: Default::default() })), only: None }
    }

    /// The same for a task that has another name elsewhere.
    pub fn of_task(&self, task: &str) -> Guide {
        Guide { only: Some(task.to_string()), ..self.clone() }
    }

    /// The odds of a task; nothing where its prior says nothing. Those of single tasks are worked out each time: together
    /// they would take more memory than time.
    pub fn odds(&self, task: &str, dialect: Dialect) -> Option<Arc<Odds>> {
        let shared = self.shared.as_deref()?;
        let make = |prior: &Prior| (!prior.is_empty()).then(|| Arc::new(Odds::new(prior, dialect)));
        match shared.priors.tasks.get(self.only.as_deref().unwrap_or(task)) {
            Some(own) => make(own),
            None => shared.all[dialect as usize].get_or_init(|| make(&shared.priors.all)).clone(),
        }
    }

    /// What a run is known by that goes by these priors; nothing without.
    pub fn hash(&self) -> Option<Hash128> {
        self.shared.as_deref().map(|shared| shared.priors.hash())
    }
}
