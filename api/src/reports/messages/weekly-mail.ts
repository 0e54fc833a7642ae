import type { DueRows } from '@bitacora/core/domain/reports/list-address';
import { type PunctualityReport, type PunctualityRow, punctualities } from '@bitacora/core/domain/reports/punctuality';
import { requestTexts } from '@bitacora/core/messages/activities/work-requests';
import { writtenDay } from '@bitacora/core/messages/dates';
import type { DigestBlock, DigestContent } from '@bitacora/core/messages/notifications/digest';
import { greetingTo, pluralize, writtenNumber } from '@bitacora/core/messages/phrases';
import { forecastInWords } from '@bitacora/core/messages/reports/forecast';
import { punctualityTexts as texts, writtenMinutes } from '@bitacora/core/messages/reports/punctuality';
import type { WeeklyReport } from '@bitacora/core/server';
import { dueRowsUrl, punctualityUrl } from '../../mail/links.ts';

const MOST_DEPARTMENTS = 30;

interface WeeklyFacts {
  firstName: string;
  report: WeeklyReport['figures'];
  /** The open requests for work, and the days that the oldest waits; null or absent without one. */
  requests?: { open: number; days: number } | null;
  /** False where the workbook is too large for a mail. */
  hasWorkbook: boolean;
  publicUrl: string;
}

const countOnTime = ({ onTime, onTimeExtended }: PunctualityRow) => onTime + onTimeExtended;
const punctualityInWords = (figures: PunctualityRow) =>
  `${writtenNumber(countOnTime(figures))} de ${writtenNumber(figures.due)} a tiempo, ${texts.percent(figures.share)}`;

function verificationBlock({ verdicts, rejectedShare, p50Minutes, p90Minutes }: PunctualityReport['verification']): DigestBlock[] {
  if (p50Minutes === null || p90Minutes === null) return [];
  return [
    {
      kind: 'activity',
      text: texts.verification,
      facts: [
        { label: texts.verdicts, value: writtenNumber(verdicts) },
        { label: texts.rejectedShare, value: texts.percent(rejectedShare) },
        { label: 'La mitad, en', value: writtenMinutes(p50Minutes) },
        { label: '9 de cada 10, en', value: writtenMinutes(p90Minutes) },
      ],
    },
  ];
}

/** Writes the mail with the figures of a week, for people who chose to get it on Mondays (docs/product.md, 7). */
export function weeklyMail({ firstName, report, requests, hasWorkbook, publicUrl }: WeeklyFacts): DigestContent {
  const { from, to, total, departments, verification, imported, forecast } = report;
  const week = { from, to };
  const dates = `del ${writtenDay(from)} al ${writtenDay(to)}`;
  /** A figure of 0 has no link, because its list would be empty. */
  const toRows = (count: number, rows: DueRows, departments?: readonly string[]) =>
    count > 0 && { url: dueRowsUrl(publicUrl, rows, { ...week, departments }) };
  const some = departments.slice(0, MOST_DEPARTMENTS);
  const lead =
    total.due === 0
      ? texts.none
      : `${pluralize(total.due, 'actividad debía', 'actividades debían')} entregarse: ${punctualityInWords(total)}.`;
  return {
    subject: total.due === 0 ? `Puntualidad ${dates}` : `Puntualidad ${dates}: ${texts.percent(total.share)}`,
    preview: lead,
    greeting: greetingTo(firstName),
    title: `La semana ${dates}`,
    blocks: [
      { kind: 'paragraph', text: lead },
      ...(imported > 0 ? [{ kind: 'paragraph', text: texts.notCounted(imported) } as const] : []),
      {
        kind: 'activity',
        text: texts.title,
        facts: [
          { label: texts.due, value: writtenNumber(total.due), ...toRows(total.due, 'due') },
          ...punctualities.map((outcome) => ({
            label: texts.outcomes[outcome],
            value: writtenNumber(total[outcome]),
            ...toRows(total[outcome], outcome),
          })),
        ],
      },
      ...(some.length > 0
        ? [
            {
              kind: 'activity',
              text: 'Por departamento',
              facts: some.map((one) => ({
                label: one.department,
                value: punctualityInWords(one),
                ...toRows(one.due, 'due', [one.department]),
              })),
            } as const,
          ]
        : []),
      ...verificationBlock(verification),
      ...(forecast ? [{ kind: 'paragraph', text: forecastInWords(forecast) } as const] : []),
      ...(requests ? [{ kind: 'paragraph', text: requestTexts.weekly(requests.open, requests.days) } as const] : []),
      {
        kind: 'paragraph',
        text: hasWorkbook
          ? 'El libro de Excel adjunto tiene las actividades y estas cifras por tema, responsable, mes y semana.'
          : 'El libro de Excel de esta semana es demasiado grande para un correo: descárgalo en Bitácora.',
      },
      { kind: 'action', link: { label: 'Abrir la puntualidad', url: punctualityUrl(publicUrl, week) } },
    ],
    reason: 'Recibes este correo porque lo elegiste en tus avisos.',
  };
}
