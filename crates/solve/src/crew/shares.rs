//! Who gets how much of a run's processor time.

/// A budget that jobs share.
///
/// A job's fair part is what jobs that are done left over, divided by the jobs that are not. A job may take more, as long
/// as enough is left for those that wait to take what jobs took so far on average: most are far from needing
/// their part. So nobody is cut while there is time, and the time that easy jobs leave over is there for the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shares {
    budget: f64,
    jobs: usize,
    done: usize,
    spent: f64,
}

impl Shares {
    /// So many seconds for so many jobs.
    pub fn new(budget: f64, jobs: usize) -> Shares {
        Shares { budget, jobs, done: 0, spent: 0.0 }
    }

    /// A job is done that took so long.
    pub fn finish(&mut self, seconds: f64) {
        self.done += 1;
        self.spent += seconds;
    }

    /// Which running jobs must end, by the seconds that each has taken.
    pub fn over(&self, running: &[f64]) -> Vec<bool> {
        let undone = self.jobs.saturating_sub(self.done).max(1) as f64;
        let waiting = (undone - running.len() as f64).max(0.0);
        let left = self.budget - self.spent;
        let fair = left / undone;
        // Before anything is known, jobs are taken to need an even part.
        let usual = (self.spent + self.budget / self.jobs.max(1) as f64) / (self.done + 1) as f64;
        let tight = left - running.iter().sum::<f64>() <= waiting * usual.min(fair);
        running.iter().map(|&seconds| tight && seconds >= fair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs jobs that need so many seconds, one after the other in small steps; what each got.
    fn got(budget: f64, needs: &[f64]) -> Vec<f64> {
        let mut shares = Shares::new(budget, needs.len());
        let mut got = Vec::new();
        for &need in needs {
            let mut taken = 0.0;
            while taken < need && !shares.over(&[taken])[0] {
                taken += 0.01;
            }
            shares.finish(taken);
            got.push(taken);
        }
        got
    }

    #[test]
    fn nobody_is_cut_while_there_is_enough() {
        let needs = [3.0, 0.1, 0.1, 0.5, 2.0, 0.1, 0.1, 0.1];
        let got = got(8.0, &needs);
        // The first job comes before anything is known of the others.
        assert!(got.iter().zip(needs).skip(1).all(|(got, need)| *got >= need), "{got:?}");
    }

    #[test]
    fn equal_jobs_get_equal_parts() {
        let got = got(10.0, &[5.0; 10]);
        assert!(got.iter().all(|seconds| (0.9..1.1).contains(seconds)), "{got:?}");
    }

    #[test]
    fn the_budget_holds_whatever_jobs_need() {
        let mixed: Vec<f64> = (0..60).map(|i| if i % 3 == 0 { 9.0 } else { 0.2 }).collect();
        let late: Vec<f64> = (0..60).map(|i| if i < 30 { 0.05 } else { 9.0 }).collect();
        for needs in [vec![9.0; 60], mixed, late] {
            let got = got(30.0, &needs);
            assert!(got.iter().sum::<f64>() <= 30.0 + 0.02 * 60.0, "{got:?}");
            // Nobody starves: even the last ones get a good part of an even share.
            let least = got.iter().zip(&needs).map(|(got, need)| got / need.min(0.5));
            assert!(least.fold(f64::MAX, f64::min) > 0.5, "{got:?}");
        }
    }

    #[test]
    fn no_budget_cuts_at_once() {
        assert_eq!(Shares::new(0.0, 3).over(&[0.0, 0.0]), [true, true]);
        assert!(Shares::new(0.0, 0).over(&[]).is_empty());
    }
}
