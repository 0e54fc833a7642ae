/** Email and token of the link in a reset or invitation mail. They ride behind the #, which browsers keep to themselves: no log has them. */
export const linkedReset = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''));
