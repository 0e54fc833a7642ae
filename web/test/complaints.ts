import axe from 'axe-core';

/** Contrast and the size of targets need a browser: `e2e/screens/places.test.ts` has axe look at them there, in both themes. */
export async function complaints(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
