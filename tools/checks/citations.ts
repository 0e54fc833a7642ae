import type { Source } from './repository.ts';

/** Plans and specifications outside the repository, which a reader cannot open. */
const ELSEWHERE = new RegExp(
  [
    String.raw`\b(?:specification|decisions|design|reliability|operations|look), \d+\.\d+`,
    String.raw`\b(?:sections?|issue) \d`,
    String.raw`\b(?:the|this|our) specification\b`,
    String.raw`\b(?:as|by|in|per|see) the plan\b`,
  ].join('|'),
  'i',
);
/** It matches `decision 14`, `decisions 34 and 40`, `decisions 34, 40, 43 and 45`. */
const DECISIONS = /\bdecisions? (\d+(?:(?:, | and )\d+)*)/gi;
const RULE = /docs\/product\.md, (\d+(?:\.\d+)?)/g;
const DRILL = /\bT\d{1,2}\b(?!\d|:)/g;
/** A source that a document names in code, such as `core/src/server.ts`. The changelog also names sources of earlier releases. */
const SOURCE = /`((?:[\w.@-]+\/)*[\w.@-]+\.(?:css|mjs|tsx?))`/g;
/** A document may leave out the first folders of a source that it names, as in `flows/answer.ts`. */
const isSource = (cited: string, tracked: readonly string[]) => tracked.some((path) => `/${path}`.endsWith(`/${cited}`));
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g;
const HEADING = /^#+ +(.+)$/gm;

/** Writes the anchor that GitHub gives a heading. */
const writeAnchor = (heading: string) =>
  `#${heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')}`;

/** Reads the numbers of the parts and rules of the pages of docs/product.md, such as `3` and `3.4`. */
function ruleNumbers(text: string): Set<string> {
  const numbers = new Set<string>();
  let section = '';
  for (const line of text.split('\n')) {
    const [, heading] = /^## (\d+) /.exec(line) ?? [];
    const [, rule] = /^(\d+)\. /.exec(line) ?? [];
    if (heading) {
      section = heading;
      numbers.add(section);
    } else if (rule) numbers.add(`${section}.${rule}`);
  }
  return numbers;
}

/** Complains, as `file:line: …`, of each citation that does not resolve inside the repository. `tracked` also has files that are not text. */
export function citationComplaints(files: readonly Source[], tracked: readonly string[] = files.map(({ path }) => path)): string[] {
  const paths = new Set(tracked);
  const rules = ruleNumbers(
    files
      .filter(({ path }) => path.startsWith('docs/product/'))
      .map(({ text }) => text)
      .join('\n'),
  );
  const drills = files.find(({ path }) => path === 'docs/reliability.md')?.text ?? '';
  const hasDecision = (number: string) => tracked.some((path) => path.startsWith(`docs/decisions/${number.padStart(4, '0')}-`));
  const folderParts = (path: string) => path.split('/').slice(0, -1);
  const anchors = new Map(
    files.map(({ path, text }) => [
      path,
      path.endsWith('.md') ? [...text.matchAll(HEADING)].map(([, heading = '']) => writeAnchor(heading)) : [],
    ]),
  );
  function resolve(path: string, link: string): string {
    if (link === '') return path;
    const parts = folderParts(path);
    for (const part of link.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    return parts.join('/');
  }
  const isTracked = (target: string) => paths.has(target) || [...paths].some((path) => path.startsWith(`${target}/`));

  return files
    .filter(
      ({ path }) =>
        /\.(ts|tsx|mts|mjs|md|css|yml)$/.test(path) && !path.startsWith('tools/checks/citations') && !path.startsWith('tools/test/checks'),
    )
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const complaints: string[] = [];
        const [elsewhere] = ELSEWHERE.exec(line) ?? [];
        if (elsewhere) complaints.push(`cites what is not in the repository: ${elsewhere}`);
        for (const [citation, number = ''] of line.matchAll(RULE)) if (!rules.has(number)) complaints.push(`no such rule: ${citation}`);
        for (const [, numbers = ''] of line.matchAll(DECISIONS))
          for (const [number] of numbers.matchAll(/\d+/g))
            if (!hasDecision(number)) complaints.push(`not in docs/decisions: decision ${number}`);
        if (/^\s*(\/\/|\*|\/\*\*)/.test(line) || path.endsWith('.md'))
          for (const [drill] of line.matchAll(DRILL))
            if (!new RegExp(`\\b${drill}\\b`).test(drills)) complaints.push(`not in docs/reliability.md: ${drill}`);
        if (path.endsWith('.md') && path !== 'CHANGELOG.md')
          for (const [, source = ''] of line.matchAll(SOURCE)) if (!isSource(source, tracked)) complaints.push(`no such file: ${source}`);
        if (path.endsWith('.md'))
          for (const [, link = '', anchor] of line.matchAll(LINK)) {
            const target = resolve(path, link);
            if (!isTracked(target)) complaints.push(`no such file: ${link}`);
            else if (anchor && target.endsWith('.md') && !anchors.get(target)?.includes(anchor))
              complaints.push(`no such heading: ${link}${anchor}`);
          }
        return complaints.map((complaint) => `${path}:${index + 1}: ${complaint}`);
      }),
    );
}
