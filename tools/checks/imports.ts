import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isTest, type Source } from './repository.ts';

interface Import {
  from: string;
  line: number;
  /** A path inside the repository, or a package as it is written. */
  target: string;
}

/** The folder of a workspace package by the name that others import. */
const PACKAGE = /^@bitacora\/(\w+)(?:\/(.*))?$/;
/** These `exports` of core do not have the name of their file. */
const CORE_EXPORTS: Record<string, string> = { contract: 'contract/endpoints', client: 'client/client', server: 'core' };

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [, name, inside = ''] = PACKAGE.exec(specifier) ?? [];
  if (!name) return specifier;
  return inside.startsWith('seeds/') ? `${name}/${inside}.ts` : `${name}/src/${CORE_EXPORTS[inside] ?? inside}.ts`;
}

/** Reads every import and re-export, types included. */
function readImports({ path: from, text }: Source): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(from, text).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  const starts = new Map(requests.map(({ start, end }) => [start, text.slice(start + 1, end - 1)]));
  return [...starts].map(([start, specifier]) => ({
    from,
    line: text.slice(0, start).split('\n').length,
    target: resolve(from, specifier),
  }));
}

const readProductImports = (files: readonly Source[]): Import[] =>
  files.filter(({ path }) => /\.(ts|tsx|mts)$/.test(path) && !isTest(path)).flatMap(readImports);

interface ImportRule {
  /** The rule is for files whose path begins with one of these. */
  in: readonly string[];
  /** Imports must begin with one of these. */
  only?: readonly string[];
  /** Imports must not begin with one of these. */
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
    never: [...DATABASE, ...HTTP_SERVER, 'core/src/persistence/database/connect.ts', 'core/src/contract/', 'core/src/client/'],
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

/** A beginning is a file, a folder or scope that ends in `/`, or a package with everything inside it. */
const isWithin = (target: string, beginning: string) =>
  beginning.endsWith('/')
    ? target.startsWith(beginning)
    : target === beginning || target.startsWith(`${beginning}/`) || target.startsWith(`${beginning}-`);

/** Complains, as `file:line: …`, of each import that breaks a rule. Tests may import anything. */
export function importComplaints(files: readonly Source[]): string[] {
  return readProductImports(files).flatMap(({ from, line, target }) =>
    importRules
      .filter((rule) => rule.in.some((beginning) => from.startsWith(beginning)))
      .filter(
        ({ only, never }) => (only && !only.some((start) => isWithin(target, start))) || never?.some((start) => isWithin(target, start)),
      )
      .map(({ because }) => `${from}:${line}: imports ${target}: ${because}`),
  );
}

/** The layers of core that have a folder for each area. A loose file of theirs joins the areas or serves them all. */
const LAYER = /^core\/src\/(?:contract|domain|messages|persistence|use-cases)\/(?:([^/]+)\/)?/;

/** Returns a folder or a loose file under `src`, or an area of a layer: `api/src/http`, `api/src/app.ts`, `core/src/contract/people`. */
function findFolder(file: string): string | null {
  const layer = LAYER.exec(file);
  if (layer) return layer[1] === undefined ? null : layer[0].slice(0, -1);
  return /^\w+\/src\/[^/]+/.exec(file)?.[0] ?? file;
}

/** Finds folders under one `src` that import each other, as `api/src/auth ⇄ api/src/http`. */
export function findMutualFolders(files: readonly Source[]): string[] {
  const edges = new Set(
    readProductImports(files).flatMap(({ from, target }) => {
      const [folder, imported] = [findFolder(from), findFolder(target)];
      return folder && imported ? [`${folder} ${imported}`] : [];
    }),
  );
  return [...edges].flatMap((edge) => {
    const [one = '', other = ''] = edge.split(' ');
    return one < other && edges.has(`${other} ${one}`) ? [`${one} ⇄ ${other}`] : [];
  });
}

export const folderComplaints = (files: readonly Source[]): string[] =>
  findMutualFolders(files).map((pair) => `${pair}: move what both need below them`);
