/** Duration of a statement in seconds. */
export const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Duration of a shopper's request in seconds. */
export const SHOPPER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000]

/** Duration of an attempt in seconds, at most ten. */
export const ATTEMPT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Seconds from an event to its first attempt; 15 are promised. */
export const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 300, 1800]
