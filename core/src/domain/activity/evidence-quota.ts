/** Nobody may remove evidence, so one activity does not take more than this; a full report of a site has some fifty. */
export const IMAGES_PER_ACTIVITY = 200;

/**
 * What one person may store in 24 hours, counted from the first image. Stored photographs have 0.3 to 1.5 MB: some three hundred.
 * Without a limit one account could store 100 GB a day.
 */
export const UPLOADED_BYTES_PER_DAY = 300_000_000;
