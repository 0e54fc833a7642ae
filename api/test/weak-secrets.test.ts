import { describe, expect, it } from 'vitest';
import { weakSecrets } from '../src/startup/data-folder.ts';

const RANDOM = 'kV3p1Zq8sYx0Wb7nTf5uRj2mHc6dLg9e';
const OTHER = 'Qe7rT1yUi9oPa3sDf5gHj8kLz2xCv4bN';

describe('secrets that are easy to guess', () => {
  it('are reported by name and without their value', () => {
    const word = 'secreto-secreto-secreto-secreto-';
    const [complaint, ...others] = weakSecrets({ sessionSecret: word, botToken: OTHER });
    expect(others).toEqual([]);
    expect(complaint).toMatch(/^SESSION_SECRET repite/);
    expect(complaint).not.toContain(word);
  });

  it('are also those used twice', () => {
    expect(weakSecrets({ sessionSecret: RANDOM, botToken: RANDOM })).toEqual([expect.stringContaining('BOT_TOKEN son el mismo')]);
  });

  it('are not those made at random, nor those not given', () => {
    expect(weakSecrets({ sessionSecret: RANDOM, botToken: OTHER })).toEqual([]);
    expect(weakSecrets({ sessionSecret: undefined, botToken: undefined })).toEqual([]);
  });
});
