import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { fullName } from '@bitacora/core/domain/people/person';
import { historyNote } from '@bitacora/core/messages/activities/history-note';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { DigestBlock, DigestContent, DigestGroup, DigestRow } from '@bitacora/core/messages/notifications/digest';
import { asWritten, clipped, greetingTo } from '@bitacora/core/messages/phrases';
import { minuteTexts as texts } from '@bitacora/core/messages/reports/stand-up';
import { bySystem, type ClaimedDigest, type Core } from '@bitacora/core/server';
import { type MinuteFacts, type MinuteLine, readSentMinute } from '@bitacora/core/use-cases/reports/stand-up';

const TEXT_LETTERS = 200;

/** Composes the mail of a minute from the acts and the sender's notes; null if the sender may not read reports any more. */
export async function composeMinute(
  core: Core,
  { recipient, notifications }: ClaimedDigest,
  publicUrl: string,
): Promise<DigestContent | null> {
  const input = notifications[0]?.facts as unknown as MinuteFacts;
  const { result } = await core.perform({ ...bySystem, useCase: readSentMinute, input });
  if (!result) return null;
  const { minute, sender, today, notes } = result;
  const { acts, promised, late } = minute;
  const toRow = (line: MinuteLine): Omit<DigestRow, 'state'> => ({
    folio: line.id,
    topic: `${clipped(line.person, TEXT_LETTERS)} · ${clipped(line.topic, TEXT_LETTERS)}`,
    text: clipped(line.description, TEXT_LETTERS),
    url: new URL(readerConsultPath(line, recipient.id), publicUrl).href,
    tone: 'off',
  });
  const toGroup = (heading: string, tone: 'soon' | 'late', { lines }: typeof late): DigestGroup => ({
    heading,
    tone,
    rows: lines.map((line) => ({ ...toRow(line), tone, state: writtenDay(line.deadline) })),
  });
  const groups: DigestGroup[] = [
    {
      heading: texts.acts(acts.length),
      tone: 'done',
      rows: acts.map((act) => ({ ...toRow(act), tone: 'done', state: texts.act(act.act), detail: asWritten(historyNote(act) ?? '') })),
    },
    toGroup(texts.promised(promised), 'soon', promised),
    toGroup(texts.late(late), 'late', late),
  ];
  const filled = groups.filter(({ rows }) => rows.length > 0);
  const title = texts.title(writtenDay(today));
  return {
    subject: title,
    preview: texts.acts(acts.length),
    greeting: greetingTo(recipient.firstName),
    title,
    blocks: [
      ...(notes ? [{ kind: 'quote', label: texts.notes, text: asWritten(notes) } satisfies DigestBlock] : []),
      ...(acts.length === 0 ? [{ kind: 'paragraph', text: texts.acts(0) } satisfies DigestBlock] : []),
      ...(filled.length > 0 ? [{ kind: 'table', stateColumn: texts.stateColumn, groups: filled } satisfies DigestBlock] : []),
    ],
    reason: texts.reason(fullName(sender)),
  };
}
