import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { papers } from '@bitacora/core/contract/activities/activity-endpoints';
import { type CalendarDate, localDay } from '@bitacora/core/domain/calendar';
import { consultFacts } from '@bitacora/core/messages/activities/activity-fields';
import { channelLabels, checklistTexts, consult, historyPhrases } from '@bitacora/core/messages/activities/consult';
import { factTexts } from '@bitacora/core/messages/activities/fact-texts';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import { recordTexts as texts } from '@bitacora/core/messages/activities/record';
import { writtenDay, writtenInstant } from '@bitacora/core/messages/dates';
import { writtenActor } from '@bitacora/core/messages/people/users';
import type { ActivityRecord } from '@bitacora/core/use-cases/activities/read-record';
import qrcode from 'qrcode';
import { BadStamp, checkTimeStamp } from '../jobs/time-stamp.ts';
import { loadFonts } from './fonts.ts';

export interface DrawnRecord extends ActivityRecord {
  /** Thumbnails by the image's id; those that are missing are said to be. */
  pictures: ReadonlyMap<string, Buffer>;
  url: string;
  zone: string;
  now: Date;
  reader: string;
  paper: (typeof papers)[number];
}

/** In points, 72 to an inch. */
const MARGIN = 50;
const QR_SIDE = 84;
const FOOT = 24;
const [PICTURE_WIDTH, PICTURE_HEIGHT, GAP] = [160, 120, 12];
const PICTURES_IN_ROW = 3;
export const PICTURES_MAX = 12;
/** A longer list is drawn from here to its end: a thousand lines take a second and 30 MB. */
const LINES_MAX = 500;
/** After so many lines others get their turn. */
const LINES_AT_ONCE = 25;
/** Letters in a line of base64. */
const TOKEN_LINE = 108;
const sizes = { title: 15, heading: 11.5, body: 9.5, small: 7.5, token: 6 } as const;
const GREY = '#555555';

/** Draws the record as tagged PDF, so that screen readers read it in order. */
export async function drawRecord(record: DrawnRecord): Promise<Buffer> {
  const { activity, rows, pictures, url, zone, now, reader, paper } = record;
  const { default: PDFDocument } = await import('pdfkit');
  const { regular, bold } = await loadFonts();
  const doc = new PDFDocument({
    size: paper === 'a4' ? 'A4' : 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    bufferPages: true,
    info: { Title: `${texts.title}. ${texts.folio(activity.id)}`, Author: 'Bitácora', CreationDate: now },
  });
  const bytes = buffer(doc);
  doc.registerFont('regular', regular).registerFont('bold', bold);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const width = doc.page.width - 2 * MARGIN;
  const moment = (at: Date) => writtenInstant(at, zone);

  const { font } = (doc.font('regular') as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
  let hasCodes = false;
  /** Writes the code of each letter that the font does not have, which would vanish otherwise. */
  const drawable = (text: string) =>
    text
      .replace(/\r\n?/g, '\n')
      .replaceAll('\t', '    ')
      .replace(/[^\n -~]/gu, (letter) => {
        const code = letter.codePointAt(0) as number;
        if (font.hasGlyphForCodePoint(code)) return letter;
        hasCodes = true;
        return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
      });
  /** Goes through the last lines of a list, and says how many there are before them. */
  async function* lastLines<Line>(lines: readonly Line[]): AsyncGenerator<Line> {
    if (lines.length > LINES_MAX) paragraph(texts.lastLines(LINES_MAX, lines.length));
    for (const [index, line] of lines.slice(-LINES_MAX).entries()) {
      if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
      yield line;
    }
  }

  const add = (type: 'H1' | 'H2' | 'P', draw: () => void) => root.add(doc.struct(type, {}, draw));
  /** Begins a page where less than this is left of the present one. */
  const keep = (height: number) => {
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
  };
  const heading = (text: string) => {
    keep(60);
    doc.moveDown(0.8);
    add('H2', () => doc.font('bold').fontSize(sizes.heading).text(text, MARGIN, doc.y, { width }));
    doc.moveDown(0.25);
  };
  const paragraph = (text: string, size: number = sizes.body) =>
    add('P', () => doc.font('regular').fontSize(size).text(drawable(text), MARGIN, doc.y, { width, paragraphGap: 2 }));
  const labelled = (label: string, text: string) =>
    add('P', () => {
      doc
        .fontSize(sizes.body)
        .font('bold')
        .text(drawable(`${label}: `), MARGIN, doc.y, { width, continued: true });
      doc.font('regular').text(drawable(text) || ' ', { width, paragraphGap: 2 });
    });

  drawHead();
  const { main, dates } = consultFacts.finished(activity);
  heading(consult.main);
  for (const { label, text } of factTexts(['status', ...main], activity, zone)) labelled(label, text);
  heading(consult.dates);
  for (const { label, text } of factTexts(dates, activity, zone)) labelled(label, text);
  drawChecklist();
  await drawEvidence();
  heading(consult.comments);
  if (activity.comments?.length === 0) paragraph(consult.noComments);
  for await (const { authorName, body, writtenAt } of lastLines(activity.comments ?? []))
    labelled(`${authorName}, ${moment(writtenAt)}`, body);
  await drawHistory();
  await drawSeal();
  drawFeet();
  root.end();
  doc.end();
  return bytes;

  function drawHead(): void {
    const textWidth = width - QR_SIDE - GAP;
    const { y } = doc;
    add('H1', () => doc.font('bold').fontSize(sizes.title).text(texts.title, { width: textWidth }));
    add('P', () => doc.font('bold').fontSize(sizes.heading).text(texts.folio(activity.id), { width: textWidth }));
    for (const text of [texts.issued(moment(now), reader), url])
      add('P', () =>
        doc.font('regular').fontSize(sizes.body).fillColor(GREY).text(drawable(text), { width: textWidth }).fillColor('black'),
      );
    const { modules } = qrcode.create(url, { errorCorrectionLevel: 'M' });
    const [side, left] = [QR_SIDE / modules.size, MARGIN + width - QR_SIDE];
    const squares = () => {
      for (let row = 0; row < modules.size; row++)
        for (let column = 0; column < modules.size; column++)
          if (modules.get(row, column)) doc.rect(left + column * side, y + row * side, side, side);
      doc.fill('black');
    };
    root.add(doc.struct('Figure', { alt: texts.qrText(url) }, squares));
    doc.y = Math.max(doc.y, y + QR_SIDE);
  }

  function drawChecklist(): void {
    const { checklist = [], checklistTicked } = activity;
    if (checklist.length === 0) return;
    heading(`${checklistTexts.title} (${checklistTexts.progress(checklistTicked, checklist.length)})`);
    for (const { place, text, tickedByName, tickedAt } of checklist)
      labelled(`[${tickedAt ? 'x' : ' '}] ${place}`, tickedAt ? `${text} (${tickedByName ?? consult.system}, ${moment(tickedAt)})` : text);
  }

  async function drawEvidence(): Promise<void> {
    const evidence = activity.evidence ?? [];
    const drawn = evidence.filter(({ id }) => pictures.has(id)).slice(0, PICTURES_MAX);
    heading(consult.evidence);
    if (evidence.length === 0) paragraph(texts.noEvidence);
    if (evidence.length > PICTURES_MAX) paragraph(texts.more(drawn.length, evidence.length));
    for (const [index, { id, name }] of drawn.entries()) {
      const column = index % PICTURES_IN_ROW;
      if (column === 0) keep(PICTURE_HEIGHT + 2 * GAP);
      const alt = texts.pictured(evidence.findIndex((image) => image.id === id) + 1, name);
      const [left, top] = [MARGIN + column * (PICTURE_WIDTH + GAP), doc.y];
      root.add(
        doc.struct('Figure', { alt }, () => doc.image(pictures.get(id) as Buffer, left, top, { fit: [PICTURE_WIDTH, PICTURE_HEIGHT] })),
      );
      doc.y = column === PICTURES_IN_ROW - 1 || index === drawn.length - 1 ? top + PICTURE_HEIGHT + GAP : top;
    }
    for (const [index, { id, name, uploadedBy, uploadedAt, sha256, capturedAt, capturedSha256 }] of evidence.entries()) {
      const origin = [texts.uploaded(uploadedBy, moment(uploadedAt)), capturedAt && texts.captured(moment(capturedAt))];
      keep(2 * sizes.heading);
      labelled(texts.pictured(index + 1, name), origin.filter(Boolean).join('; '));
      if (!pictures.has(id) && index < PICTURES_MAX) paragraph(texts.missingFile);
      paragraph(texts.sha256(sha256), sizes.small);
      if (capturedSha256) paragraph(texts.capturedSha256(capturedSha256), sizes.small);
    }
    for (const { name, pages, uploadedBy, uploadedAt, sha256 } of activity.documents ?? []) {
      keep(2 * sizes.heading);
      labelled(texts.documents(name, pages), texts.uploaded(uploadedBy, moment(uploadedAt)));
      paragraph(texts.sha256(sha256), sizes.small);
    }
  }

  async function drawHistory(): Promise<void> {
    heading(consult.history);
    for await (const entry of lastLines(activity.history ?? [])) {
      const { act, at, channel } = entry;
      const note = historyNote(entry)?.replaceAll('«', '“').replaceAll('»', '”'); // It stands between «» itself.
      const said = [writtenActor(entry) ?? consult.system, historyPhrases[act] ?? act, channelLabels[channel], note && `«${note}»`];
      labelled(moment(at), said.filter(Boolean).join(' '));
    }
  }

  async function drawSeal(): Promise<void> {
    heading(texts.seal);
    const writtenSeal = (sealedAt: string) => writtenDay(localDay(zone, new Date(`${sealedAt}Z`)) as CalendarDate);
    const [pending, earlier] = (['pending', 'earlier'] as const).map((which) => rows.filter(({ state }) => state === which).length);
    if (rows.length === 0) paragraph(texts.noHistory);
    for await (const { words, state, link } of lastLines(rows)) {
      const seal = link && texts.sealOfRow(link.number, writtenSeal(link.sealedAt));
      const standing = state === 'sealed' ? seal : [texts.states[state], seal].filter(Boolean).join(', ');
      paragraph(texts.row(Number(words[0]), historyPhrases[String(words[2])] ?? String(words[2]), standing ?? ''), sizes.small);
    }
    if (pending) paragraph(texts.pending(pending));
    if (earlier) paragraph(texts.earlier(earlier));
    const last = rows.findLast(({ state }) => state === 'sealed');
    if (last?.link) {
      const { link, leaf, path } = last;
      keep(80);
      labelled(texts.lastSealed(Number(last.words[0])), texts.sealedAt(moment(new Date(`${link.sealedAt}Z`))));
      const steps = path.map((step) => texts.step(...(step.split(' ') as [string, string])));
      for (const line of [texts.leaf(leaf), ...steps, texts.root(link.root), texts.sealLine(link.number, link.seal)])
        paragraph(line, sizes.small);
      await drawStamp();
    }
    paragraph(texts.howToCheck);
    if (hasCodes) paragraph(texts.codes);
  }

  async function drawStamp(): Promise<void> {
    const { stamp, isStamped } = record;
    if (!stamp?.token) return void paragraph(isStamped ? texts.stampToCome : texts.noStamps);
    const { head, token } = stamp;
    heading(texts.stamp);
    try {
      const { at, signer } = await checkTimeStamp(token, { data: Buffer.from(`${head}\n`) });
      paragraph(texts.stamped(moment(at), signer));
    } catch (error) {
      if (!(error instanceof BadStamp)) throw error;
      paragraph(texts.badStamp(error.message));
    }
    paragraph(texts.stampedLine(head), sizes.small);
    paragraph(texts.token, sizes.small);
    const lines = token.toString('base64').match(new RegExp(`.{1,${TOKEN_LINE}}`, 'g')) ?? [];
    paragraph(lines.join('\n'), sizes.token);
  }

  function drawFeet(): void {
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      doc.page.margins.bottom = 0; // Otherwise a text below the margin would begin a page.
      const foot = `${texts.folio(activity.id)} · ${texts.page(page + 1, count)}`;
      doc.markContent('Artifact', { type: 'Pagination' });
      doc.font('regular').fontSize(sizes.small).fillColor(GREY);
      doc.text(foot, MARGIN, doc.page.height - MARGIN, { width, align: 'right', lineBreak: false });
      doc.endMarkedContent();
    }
  }
}
