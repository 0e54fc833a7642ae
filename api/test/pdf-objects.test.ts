import type { HostilePart } from '@bitacora/core/domain/activities/activity';
import { describe, expect, it } from 'vitest';
import { findHostilePart } from '../src/uploads/pdf-objects.ts';
import { aPdf, packed } from './pdfs.ts';

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const launch = '<< /S /Launch /F (cmd.exe) >>';
/** Each of these is found however an object of the file holds it. */
const hostile: [string, string, HostilePart][] = [
  ['a script', script, 'script'],
  ['a script in an escaped name', '<< /S /Java#53cript /JS (app.alert(1)) >>', 'script'],
  ['a script in a rendition', '<< /S /Rendition /JS (app.alert(1)) >>', 'script'],
  ['a script after another action', `<< /S /GoTo /D [5 0 R /Fit] /Next ${script} >>`, 'script'],
  ['a script between comments and strings', `<< /A (ob\\)j) %>> endobj\n /B <28> /C [ ${script} ] >>`, 'script'],
  ['a launch', launch, 'launch'],
  ['a form that is sent away', '<< /S /SubmitForm /F (https://example.com) >>', 'launch'],
  ['an embedded file', '<< /Type /Filespec /F (a.exe) /EF << /F 9 0 R >> >>', 'attachment'],
  ['an attached file', '<< /Subtype /FileAttachment /Rect [0 0 9 9] /FS 9 0 R >>', 'attachment'],
  ['a tree of files', '<< /EmbeddedFiles << /Names [(a) 9 0 R] >> >>', 'attachment'],
  ['a portfolio', '<< /Collection << >> >>', 'attachment'],
  ['its source beside it', '<< /AdditionalStreams [/application#2Fodt 9 0 R] >>', 'attachment'],
  ['an XFA form', '<< /XFA [(template) 9 0 R] /Fields [] >>', 'xfa'],
  ['rich media', '<< /Subtype /RichMedia /Rect [0 0 9 9] >>', 'media'],
  ['a film', '<< /Subtype /Movie /Rect [0 0 9 9] >>', 'media'],
  ['a password', '<< /Encrypt 9 0 R /Root 1 0 R >>', 'password'],
];
/** A reader may begin an object in the middle of this stream. */
const inStream = (object: string) => ({ dictionary: '', bytes: Buffer.from(`99 0 obj\n${object}\nendobj`, 'latin1') });

describe.each(hostile)('%s', (_, object, holds) => {
  it.each([
    ['in an object of its own', aPdf({ objects: [object] })],
    ['in the catalog', aPdf({ catalog: `/OpenAction ${object}` })],
    ['in the page', aPdf({ page: `/AA << /O ${object} >>` })],
    ['packed', aPdf({ objects: [packed(['<< /A 1 >>', object])] })],
    ['packed in an array', aPdf({ objects: [packed([`[ ${object} ]`], '/Filter [ /Fl ]')] })],
    ['packed without compression', aPdf({ objects: [packed([object], '', (bytes) => bytes)] })],
    ['packed without a type', aPdf({ objects: [packed([object], '/Filter /FlateDecode /Type /Nothing')] })],
    ['in the bytes of a stream', aPdf({ objects: [inStream(object)] })],
    ['in the trailer', aPdf({ trailer: `/A ${object}` })],
    ['after the end', Buffer.concat([aPdf(), Buffer.from(`99 0 obj ${object} endobj\n%%EOF`)])],
    ['beside a comment before its stream', aPdf({ objects: [commented(packed([object]))] })],
  ])('is found %s', (_place, bytes) => {
    expect(findHostilePart(bytes)).toBe(holds);
  });
});

/** Returns the same stream as a text that has a long comment before its bytes. */
function commented(stream: ReturnType<typeof packed>): string {
  const { dictionary, bytes } = stream as { dictionary: string; bytes: Buffer };
  return `<< ${dictionary} /Length ${bytes.length} >> %${' long'.repeat(500)}\nstream\n${bytes.toString('latin1')}\nendstream`;
}

/** A stream whose dictionary and bytes are these. */
const rawPacked = (dictionary: string, text: string) =>
  aPdf({ objects: [{ dictionary: `/Type /ObjStm /N 1 ${dictionary}`, bytes: Buffer.from(text) }] });
const early = `1 0       << >> ${' '.repeat(24)}${script}`;
it.each([
  ['in another object', rawPacked('/First 10 0 R', early)],
  ['twice', rawPacked('/First 10 /First 40', early)],
  ['in a text too', rawPacked('/X (/First 10) /First 40', early)],
  ['in a comment too', rawPacked('%/First 10\n /First 40', early)],
  ['in an escaped name too', rawPacked('/First 10 /Fir#73t 40', early)],
  ['with packing that another object tells', rawPacked('/First 10 /DecodeParms 9 0 R', early)],
])('packed objects that tell their first place %s are refused', (_, bytes) => {
  expect(() => findHostilePart(bytes)).toThrow();
});
it('a file whose packed objects are encrypted is refused for that', () => {
  const encrypted = packed(['<< /A 1 >>'], '/Filter /FlateDecode', (bytes) => bytes);
  const bytes = aPdf({ objects: [encrypted], trailer: '/Encrypt 9 0 R' });
  expect(findHostilePart(bytes)).toBe('password');
});
it('an object is found that no place names, since some readers follow the order', () => {
  expect(findHostilePart(rawPacked('/First 10', `1 99      ${script} ${' '.repeat(99)} << >>`))).toBe('script');
});

it.each([
  ['a text that names it', aPdf({ text: '/JavaScript /Launch', objects: ['(/S /JavaScript)', '<2f4a53>'] })],
  ['a jump to the first page', aPdf({ catalog: '/OpenAction << /S /GoTo /D [5 0 R /Fit] >>' })],
  ['a link', aPdf({ page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>]' })],
  ['a signature', aPdf({ catalog: '/AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /V << /Type /Sig /ByteRange [0 1 2 3] >> >>] >>' })],
  ['packed objects', aPdf({ objects: [packed(['<< /Type /Metadata >>', '12', '(a)'])] })],
  ['names like those', aPdf({ objects: ['<< /JS 3 0 R /EF 3 0 R /Sound 3 0 R /AA 3 0 R /Screen 1 >>'] })],
])('%s is no reason to refuse', (_, bytes) => {
  expect(findHostilePart(bytes)).toBeNull();
});
