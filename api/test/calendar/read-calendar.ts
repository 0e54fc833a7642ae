/** A property of RFC 5545 as it was written: parameters and value still escaped. */
interface Property {
  name: string;
  parameters: string;
  value: string;
}
export type Entry = Record<string, string>;

/** Logical lines: physical ones of at most 75 octets that end in CRLF, those that begin with a blank joined to the one before. */
function linesOf(text: string): string[] {
  if (!text.endsWith('\r\n')) throw new Error('the last line does not end');
  const physical = text.slice(0, -2).split('\r\n');
  for (const line of physical) {
    if (Buffer.byteLength(line) > 75) throw new Error(`${Buffer.byteLength(line)} octets: ${line}`);
    if (/[\r\n]/.test(line)) throw new Error(`a bare line break: ${JSON.stringify(line)}`);
    if (!line.isWellFormed()) throw new Error(`a letter was cut in two: ${JSON.stringify(line)}`);
  }
  return physical.join('\n').replaceAll('\n ', '').split('\n');
}

function propertyIn(line: string): Property {
  const [, name, parameters, value] = /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=[^;:"]+)*):(.*)$/s.exec(line) ?? [];
  if (name === undefined || parameters === undefined || value === undefined) throw new Error(`no property: ${JSON.stringify(line)}`);
  return { name, parameters, value };
}

/** What a TEXT value says; a comma, semicolon or backslash that is not escaped is an error. */
function textOf(value: string): string {
  if (!/^(?:[^\\;,]|\\[\\;,nN])*$/s.test(value)) throw new Error(`not escaped: ${JSON.stringify(value)}`);
  return value.replace(/\\([\\;,nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));
}

/** Reads a calendar as strictly as the RFC is written: what it holds itself, and its entries, each property at most once. */
export function readCalendarText(text: string): { calendar: Entry; entries: Entry[] } {
  const calendar: Entry = {};
  const entries: Entry[] = [];
  const open: string[] = [];
  for (const { name, parameters, value } of linesOf(text).map(propertyIn)) {
    if (name === 'BEGIN') {
      open.push(value);
      if (value === 'VEVENT') entries.push({});
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`END:${value} out of place`);
    } else {
      const holder = open.join('/') === 'VCALENDAR' ? calendar : entries.at(-1);
      if (!holder || !['VCALENDAR', 'VCALENDAR/VEVENT'].includes(open.join('/'))) throw new Error(`${name} in ${open.join('/')}`);
      const isText = ['SUMMARY', 'DESCRIPTION', 'X-WR-CALNAME', 'NAME'].includes(name);
      if (holder[name + parameters] !== undefined) throw new Error(`${name} twice`);
      holder[name + parameters] = isText ? textOf(value) : value;
    }
  }
  if (open.length > 0) throw new Error(`${open.join('/')} has no end`);
  return { calendar, entries };
}
