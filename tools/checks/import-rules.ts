import path from 'node:path';
import type { Source } from './repository.ts';

export interface Import {
  from: string;
  line: number;
  /** A path inside the repository, or a package as it is written. */
  target: string;
}

/** The folder of a workspace package by the name that others import. */
const PACKAGE = /^@bitacora\/(\w+)(?:\/(.*))?$/;
/** `exports` of core that are not the folder `src` with the same name. */
const CORE_EXPORTS: Record<string, string> = { contract: 'contract/endpoints', client: 'client/client', server: 'core' };

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  const [, name, inside = ''] = PACKAGE.exec(specifier) ?? [];
  if (!name) return specifier;
  if (inside.startsWith('seeds/')) return `${name}/${inside}.ts`;
  return `${name}/src/${CORE_EXPORTS[inside] ?? inside}.ts`;
}

/** Every import and re-export, types included, in the order of the text. */
function importsOf({ path: from, text }: Source): Import[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([@.\w][^'\s]*)'/g)].map((match) => ({
    from,
    line: text.slice(0, match.index).split('\n').length,
    target: targetOf(from, match[1] as string),
  }));
}

/** Groups of files that import each other, directly or through others, types included (strongly connected components). */
export function importCircles(files: readonly Source[]): string[][] {
  const paths = new Set(files.map((file) => file.path));
  const edges = new Map(files.map((file) => [file.path, importsOf(file).map(({ target }) => target)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const number = order.size;
    order.set(file, number);
    stack.push(file);
    let low = number;
    for (const next of edges.get(file) ?? []) {
      if (!paths.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? (order.get(next) as number));
    }
    lowest.set(file, low);
    if (low === number) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  }
  for (const file of paths) if (!order.has(file)) visit(file);
  return circles;
}

interface ImportRule {
  /** Files whose path begins so. */
  in: readonly string[];
  /** Beginnings of what may be imported, and nothing else. */
  only?: readonly string[];
  /** Beginnings of what may not be imported. */
  never?: readonly string[];
  because: string;
}

const DATABASE = ['knex', 'objection', 'pg'];
const HTTP_SERVER = ['koa', '@koa/'];
const SERVER = ['core/src/core.ts', 'core/src/embedded-postgres/', 'core/src/persistence/', 'core/src/use-cases/', 'core/src/secrets/'];

export const importRules: readonly ImportRule[] = [
  { in: ['core/src/domain/'], only: ['core/src/domain/'], because: 'the domain is pure' },
  { in: ['core/src/messages/'], only: ['core/src/messages/', 'core/src/domain/'], because: 'messages are sentences about the domain' },
  {
    in: ['core/src/contract/'],
    only: ['core/src/contract/', 'core/src/domain/', 'core/src/messages/', 'zod'],
    because: 'the contract is data: it runs nothing',
  },
  {
    in: ['core/src/client/'],
    only: ['core/src/client/', 'core/src/contract/', 'zod'],
    because: 'the client runs in a browser, a terminal and a bot',
  },
  {
    in: ['core/src/use-cases/'],
    never: [...DATABASE, ...HTTP_SERVER, 'core/src/persistence/connect.ts', 'core/src/contract/', 'core/src/client/'],
    because: 'a use case gets repositories, and knows neither the connection nor HTTP nor wire names',
  },
  {
    in: ['core/src/persistence/'],
    never: [...HTTP_SERVER, 'core/src/contract/', 'core/src/client/', 'core/src/use-cases/'],
    because: 'persistence knows rows and the domain, not its callers',
  },
  {
    in: ['core/src/core.ts', 'api/src/'],
    never: [...DATABASE, 'web/', 'cli/', 'bot/'],
    because: 'only persistence speaks SQL, and clients come over HTTP',
  },
  { in: ['core/', 'web/', 'cli/', 'bot/'], never: ['api/'], because: 'nobody imports api: it is reached over HTTP' },
  { in: ['web/', 'cli/', 'bot/'], never: [...DATABASE, ...SERVER], because: 'clients reach the server through core/src/client' },
  { in: ['web/', 'cli/'], never: HTTP_SERVER, because: 'no HTTP server runs there' },
];

/** A file, a folder that ends in `/`, a scope that ends in `/`, or a package with everything inside it. */
const isWithin = (target: string, beginning: string) =>
  beginning.endsWith('/')
    ? target.startsWith(beginning)
    : target === beginning || target.startsWith(`${beginning}/`) || target.startsWith(`${beginning}-`);
const isTest = (path: string) => /(^|\/)test\/|\.test\./.test(path);

/** `file:line: complaint` for each import that breaks a rule. Tests may import anything but another package's source. */
export function importComplaints(files: readonly Source[]): string[] {
  return files
    .filter(({ path }) => /\.(ts|tsx|mts)$/.test(path) && !isTest(path))
    .flatMap(importsOf)
    .flatMap(({ from, line, target }) =>
      importRules
        .filter((rule) => rule.in.some((beginning) => from.startsWith(beginning)))
        .filter(({ only, never }) => (only && !only.some((one) => isWithin(target, one))) || never?.some((one) => isWithin(target, one)))
        .map(({ because }) => `${from}:${line}: imports ${target}: ${because}`),
    );
}
