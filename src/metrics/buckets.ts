/** Seconds of one statement. */
export const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Seconds of one request of a shopper. */
export const SHOPPER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Rows of one statement. */
export const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000]

/** Seconds of one attempt, which are ten at most. */
export const ATTEMPT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Seconds from an event to its first attempt; 15 is what is promised. */
export const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 300, 1800]
