type Value = string | Value[] | { [key: string]: Value };

/** A list too long for one line stands below its key, an entry a line. */
const LONG_LIST = /\n *\[\n[^\]]*?\n *\]$/gm;
const joinLines = (list: string) => list.replace(/,\n *\]$/, ']').replace(/\n */g, ' ');

/** The YAML that docker-compose.yml is written in: maps, lists in brackets, anchors and merges; every other scalar is text. */
export function readYaml(text: string): Record<string, Value> {
  const lines = text
    .replaceAll(LONG_LIST, joinLines)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const anchors = new Map<string, Value>();
  const indentOf = (line: string) => line.length - line.trimStart().length;

  function block(indent: number): Record<string, Value> {
    const mapping: Record<string, Value> = {};
    while (lines[0] !== undefined && indentOf(lines[0]) === indent) {
      const line = lines.shift() as string;
      const [, key = '', anchor, inline = ''] = /^\s*([\w<-]+):(?: &(\w+))?(?: (.*))?$/.exec(line) ?? [];
      if (key === '') throw new Error(`What is this? ${line}`);
      const deeper = lines[0] === undefined ? 0 : indentOf(lines[0]);
      const value = inline === '' && deeper > indent ? block(deeper) : scalar(inline);
      if (anchor) anchors.set(anchor, value);
      if (key === '<<') Object.assign(mapping, anchors.get(inline.slice(1)));
      else if (Object.hasOwn(mapping, key) && !isMerged(mapping[key], anchors)) throw new Error(`Twice: ${key}`);
      else mapping[key] = value;
    }
    return mapping;
  }
  const parsed = block(0);
  if (lines.length > 0) throw new Error(`Indented oddly: ${lines[0]}`);
  return parsed;
}

const isMerged = (value: Value | undefined, anchors: ReadonlyMap<string, Value>) =>
  [...anchors.values()].some((anchor) => typeof anchor === 'object' && Object.values(anchor).includes(value as Value));
const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2');
function scalar(text: string): Value {
  if (!text.startsWith('[')) return unquoted(text);
  return (text.slice(1, -1).match(/"[^"]*"|[^,]+/g) ?? []).map(unquoted).filter((one) => one !== '');
}
