import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The lines of a process of its own that says so much and then ends that way. */
function linesOf(saying: string): string[] {
  const program = `import { createLog } from ${JSON.stringify(new URL('../src/monitoring/log.ts', import.meta.url).href)};
    const log = createLog({ isProduction: true }); ${saying}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg);
}

it.each([
  ['ends', ''],
  ['is ended', 'process.exit(0);'],
  ['fails', 'throw new Error("y nada más");'],
])('no line is lost where the process %s right after it', (_, end) => {
  expect(linesOf(`log.info('uno'); log.warn('dos'); ${end}`)).toEqual(['uno', 'dos']);
});

it('a line comes after what is answered in the same turn', () => {
  const saying = `log.info('después'); process.stdout.write(JSON.stringify({ msg: 'respuesta' }) + '\\n');`;
  expect(linesOf(saying)).toEqual(['respuesta', 'después']);
});
