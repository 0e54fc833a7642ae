interface DockerStep {
  /** In capitals. */
  word: string;
  rest: string;
}
interface DockerStage {
  name: string;
  from: string;
  steps: DockerStep[];
}

/** The stages of a Dockerfile in order; the last one is the image. */
export function readDockerfile(text: string): DockerStage[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  const stages: DockerStage[] = [];
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === 'FROM') {
      const [, from = '', name = 'image'] = /^(\S+)(?: AS (\w+))?$/.exec(rest) ?? [];
      stages.push({ name, from, steps: [] });
    } else stages.at(-1)?.steps.push({ word, rest });
  }
  return stages;
}

/** `COPY [--from=stage] what… where`. */
export function readCopy(rest: string): { stage: string | null; what: string[]; where: string } {
  const words = rest.split(/\s+/);
  const stage = words[0]?.startsWith('--from=') ? (words.shift()?.slice('--from='.length) ?? null) : null;
  const where = words.pop() ?? '';
  return { stage, what: words, where };
}

/** The JSON list of CMD, or of HEALTHCHECK's CMD. */
export const readCommand = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('[')));
