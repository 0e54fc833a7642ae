/** A time by chance between two, in ms: so that many tabs do not ask at once. */
export const randomDelay = ({ least, most }: { least: number; most: number }): number => least + Math.random() * (most - least);
