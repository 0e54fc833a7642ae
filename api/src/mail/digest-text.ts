import {
  type DigestBlockKind,
  type DigestBlockOf,
  type DigestContent,
  type DigestGroup,
  type DigestRow,
  digestFrame,
  type Link,
} from '@bitacora/core/messages/digest';

const COLUMNS = 72;

/** Lines of at most 72 letters after `indent`; a longer word, such as a link, stays whole. */
function wrapped(text: string, indent = ''): string {
  const lines = text.split('\n').flatMap((line) => {
    const rows = [''];
    for (const word of line.split(' ')) {
      const last = rows.at(-1) as string;
      if (last && indent.length + last.length + 1 + word.length > COLUMNS) rows.push(word);
      else rows[rows.length - 1] = last ? `${last} ${word}` : word;
    }
    return rows;
  });
  return lines.map((line) => `${indent}${line}`.trimEnd()).join('\n');
}

const labelled = ({ label, url }: Link) => `${label}:\n${url}`;

/** The folio hangs at the left, what is said of it stands beside. */
function rowInText({ folio, topic, text, url, detail, state, day, act }: DigestRow): string {
  const indent = ' '.repeat(8);
  const lines = [`${day ? `${state} (${day})` : state} · ${topic}`, text, ...(detail ? [detail] : [])].map((each) => wrapped(each, indent));
  return (
    String(folio).padStart(6) +
    [...lines, `${indent}${url}`, ...(act ? [`${indent}${act.label}:`, `${indent}${act.url}`] : [])].join('\n').slice(6)
  );
}

const groupInText = ({ heading, rows }: DigestGroup): string => [heading.toUpperCase(), ...rows.map(rowInText)].join('\n\n');

function factsInText({ text, facts }: DigestBlockOf<'activity'>): string {
  const width = Math.max(...facts.map(({ label }) => label.length)) + 2;
  return [
    wrapped(text),
    '',
    ...facts.flatMap(({ label, value, url }) => [`${`${label}:`.padEnd(width)}${value}`, ...(url ? [`  ${url}`] : [])]),
  ].join('\n');
}

const inText: { [K in DigestBlockKind]: (block: DigestBlockOf<K>) => string } = {
  paragraph: ({ text }) => wrapped(text),
  quote: ({ label, text }) => `${label}:\n${wrapped(text, '> ')}`,
  activity: factsInText,
  table: ({ groups }) => groups.map(groupInText).join('\n\n'),
  link: ({ link }) => labelled(link),
  action: ({ link, others = [] }) => [link, ...others].map(labelled).join('\n\n'),
  token: ({ token }) => `${digestFrame.token}: ${token}`,
};

const blockInText = <K extends DigestBlockKind>(block: DigestBlockOf<K>): string => inText[block.kind as K](block);

const footer = (reason: string, links: readonly Link[]): string =>
  [
    '-'.repeat(24),
    wrapped(reason),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    wrapped(`${digestFrame.product}: ${digestFrame.motto}`),
  ].join('\n');

/** The plain text form of a digest. */
export function digestInText({ greeting, title, blocks, reason }: DigestContent, links: readonly Link[]): string {
  const parts = [greeting, wrapped(title), ...blocks.map((block) => blockInText(block)), footer(reason, links)];
  return `${parts.join('\n\n')}\n`;
}
