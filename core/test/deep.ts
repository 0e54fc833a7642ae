/** Whether the long forms run: `npm run test:deep` sets DEEP=1. */
export const isDeep = process.env.DEEP === '1';

/** A figure in its long form or its short one. */
export const deep = <Figure>(long: Figure, short: Figure): Figure => (isDeep ? long : short);
