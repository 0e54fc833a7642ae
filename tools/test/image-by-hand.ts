import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

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

/** What .dockerignore keeps out of every copy. */
const KEPT_OUT = /(^|\/)(node_modules|dist|test|\.env)$/;

export interface BuiltImage {
  /** Where the image's root would be. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
  health: string[];
  /** Who runs it. */
  user: number;
}

/** A stage under way: a bare folder in the place of `/`. */
class Bench {
  workdir = '/';
  env: Record<string, string> = {};
  command: string[] = [];
  health: string[] = [];
  user = 0;
  readonly root: string;
  constructor(root: string) {
    this.root = root;
    fs.mkdirSync(root, { recursive: true });
  }
  enter(place: string): void {
    this.workdir = place;
    fs.mkdirSync(this.at('.'), { recursive: true });
  }
  at = (place: string) => path.join(this.root, path.posix.resolve(this.workdir, place));
}

/**
 * Does what the Dockerfile says, step by step, in bare folders: for machines without Docker. The base image's part is the Node that
 * runs this; RUN's absolute places are moved under the folder. Answers the last stage.
 */
export function buildByHand(context: string, folder: string): BuiltImage {
  const stages = readDockerfile(fs.readFileSync(path.join(context, 'Dockerfile'), 'utf8'));
  const benches = new Map<string, Bench>();
  for (const stage of stages) benches.set(stage.name, build(stage, { context, folder, benches }));
  const { root, workdir, env, command, health, user } = benches.get('image') as Bench;
  return { root, workdir: path.join(root, workdir), env, command, health, user };
}

interface BuildPlace {
  context: string;
  folder: string;
  benches: ReadonlyMap<string, Bench>;
}

function build({ name, from, steps }: DockerStage, place: BuildPlace): Bench {
  const bench = new Bench(path.join(place.folder, name));
  const base = place.benches.get(from);
  if (base) {
    fs.cpSync(base.root, bench.root, { recursive: true, verbatimSymlinks: true });
    bench.workdir = base.workdir;
  }
  for (const step of steps) run(step, bench, place);
  return bench;
}

function run({ word, rest }: DockerStep, bench: Bench, place: BuildPlace): void {
  if (word === 'WORKDIR') bench.enter(rest);
  else if (word === 'COPY') copy(rest, bench, place);
  else if (word === 'RUN') shell(rest, bench);
  else if (word === 'ENV')
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=("[^"]*"|\S+)/g)) bench.env[name] = value.replaceAll('"', '');
  else if (word === 'USER') bench.user = Number(rest.split(':')[0]);
  else if (word === 'CMD') bench.command = readCommand(rest);
  else if (word === 'HEALTHCHECK') bench.health = readCommand(rest);
}

function copy(rest: string, bench: Bench, { context, benches }: BuildPlace): void {
  const { stage, what, where } = readCopy(rest);
  const origin = stage ? (benches.get(stage)?.root ?? '') : context;
  const filter = (from: string) => stage !== null || !KEPT_OUT.test(from);
  for (const name of what) {
    const from = path.join(origin, name);
    const isFile = fs.statSync(from).isFile();
    const to = isFile && (where.endsWith('/') || what.length > 1) ? path.join(bench.at(where), path.basename(name)) : bench.at(where);
    fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
  }
}

function shell(script: string, bench: Bench): void {
  const moved = script.replace(/(?<=\s)\/(data)\b/g, `${bench.root}/$1`);
  const global = path.join(bench.root, 'global');
  const env = { ...process.env, npm_config_prefix: global, PATH: `${global}/bin:${path.dirname(process.execPath)}:${process.env.PATH}` };
  const { status, stdout, stderr, error } = spawnSync('sh', ['-ec', moved], { cwd: bench.at('.'), env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${script}\n${stdout}\n${stderr}\n${error ?? ''}`);
}
