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
export function importsOf({ path: from, text }: Source): Import[] {
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
