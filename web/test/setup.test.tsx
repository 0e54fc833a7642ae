import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

const messageOf = (error: unknown) => (error as Error).message;
const countOf = (text: string, part: string) => text.split(part).length - 1;

it('shows the page when a wait ends in vain, once, and not at each try', async () => {
  render(<p>lo que se ve</p>);
  const tries: string[] = [];
  const failure = await waitFor(
    () => {
      try {
        return screen.getByText('lo que falta');
      } catch (error) {
        tries.push(messageOf(error));
        throw error;
      }
    },
    { timeout: 120 },
  ).catch(messageOf);

  expect(tries.length).toBeGreaterThan(1);
  expect(tries.filter((message) => message.includes('lo que se ve'))).toEqual([]);
  expect(tries[0]).toContain('lo que falta');
  expect(countOf(String(failure), 'lo que se ve')).toBe(1);
});

it('shows the page when an element is missing at once', () => {
  render(<p>lo que se ve</p>);
  expect(() => screen.getByText('lo que falta')).toThrow('lo que se ve');
});
