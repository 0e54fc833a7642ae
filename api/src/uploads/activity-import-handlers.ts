import type { Readable } from 'node:stream';
import type { Grid } from '@bitacora/core/contract/activity-sheet/grid';
import { readActivities } from '@bitacora/core/contract/activity-sheet/read-activities';
import { type ImportMapping, type ImportQuestion, importedStatus } from '@bitacora/core/domain/activity/activity-import';
import { consultPathFor } from '@bitacora/core/domain/activity/consult-path';
import { activityImportTexts, wrongRows } from '@bitacora/core/messages/activity-import';
import type { Core } from '@bitacora/core/server';
import {
  type ActivitiesImported,
  type ImportActivitiesRequest,
  importActivities,
} from '@bitacora/core/use-cases/activities/import-activities';
import type { Special } from '../handlers.ts';
import { Download } from '../http/answer.ts';
import { addRow } from '../reports/cell-styles.ts';
import { streamWorkbook } from '../reports/stream-workbook.ts';

/** Rows of the lists that need no correction. */
const PREVIEW = 200;
const WIDTHS = { cell: 24, folio: 16, link: 48 };

const keyed = (answers: ReadonlyMap<string, unknown>, kind: string) =>
  Object.fromEntries([...answers].flatMap(([key, answer]) => (key.startsWith(`${kind} `) ? [[key.slice(kind.length + 1), answer]] : [])));

/** What is answered now comes before what was answered about earlier files. */
function withAnswers(mapping: ImportMapping, answers: readonly { kind: string; said: string; answer: unknown }[]): ImportMapping {
  const earlier = new Map(answers.map(({ kind, said, answer }) => [`${kind} ${said}`, answer]));
  return {
    ...mapping,
    columns: { ...keyed(earlier, 'column'), ...mapping.columns } as ImportMapping['columns'],
    people: { ...keyed(earlier, 'person'), ...mapping.people } as ImportMapping['people'],
    topics: { ...keyed(earlier, 'topic'), ...mapping.topics } as ImportMapping['topics'],
    states: { ...keyed(earlier, 'state'), ...mapping.states } as ImportMapping['states'],
    priorities: { ...keyed(earlier, 'priority'), ...mapping.priorities } as ImportMapping['priorities'],
  };
}

/** The names of the people or topics that a text may mean. */
function candidatesOf(question: ImportQuestion, { names, topicNames }: Pick<ActivitiesImported, 'names' | 'topicNames'>) {
  if (question.kind === 'state' || question.kind === 'priority') return [];
  const labels = question.kind === 'person' ? names : topicNames;
  return question.candidates.map((id) => ({ id, name: labels.get(id) ?? '' }));
}

const suggestionOf = ({ suggestion }: ImportQuestion): (string | number)[] =>
  Array.isArray(suggestion) ? suggestion : suggestion === null ? [] : [suggestion];

type ActivityImportContext = Parameters<typeof importActivities>[0];

/** The reply, with every wrong row and the first of the others. */
function replyOf(imported: ActivitiesImported) {
  const { names, topicNames, rows, wrong, skipped, questions, ...counts } = imported;
  return {
    ...counts,
    wrongTotal: wrong.length,
    wrong: wrongRows(wrong),
    skipped: skipped.slice(0, PREVIEW),
    questions: questions.map((question) => ({
      ...question,
      suggestion: suggestionOf(question),
      candidates: candidatesOf(question, imported),
    })),
    rows: rows.slice(0, PREVIEW).map(({ assigneeId, ...row }) => ({ ...row, assignee: names.get(assigneeId) ?? '' })),
  };
}

/** The file as it came, in the same rows, with folio and link of each row that became an activity. */
function workbookWithFolios(grids: readonly Grid[], { rows }: ActivitiesImported, publicUrl: string): Readable {
  const imported = new Map<string, ActivitiesImported['rows']>();
  for (const row of rows) imported.set(`${row.sheet}\n${row.row}`, [...(imported.get(`${row.sheet}\n${row.row}`) ?? []), row]);
  return streamWorkbook(async (book, pace) => {
    for (const [index, { sheet: name, rows: gridRows }] of grids.entries()) {
      const sheet = book.addWorksheet(name || `Hoja${index + 1}`);
      const width = Math.max(0, ...gridRows.map(({ cells }) => cells.length));
      sheet.columns = [...Array.from({ length: width }, () => ({ width: WIDTHS.cell })), { width: WIDTHS.folio }, { width: WIDTHS.link }];
      const firstImported = gridRows.findIndex(({ row }) => imported.has(`${name}\n${row}`));
      const headingRow = gridRows[firstImported - 1]?.row;
      let rowCount = 0;
      for (const { row, cells } of gridRows) {
        for (; rowCount < row - 1; rowCount++) sheet.addRow([]).commit();
        const rowsOfPlace = imported.get(`${name}\n${row}`) ?? [];
        const own = Array.from({ length: width }, (_, at) => cells[at]?.text ?? null);
        const { folio: folioHeading, link: linkHeading } = activityImportTexts.columns;
        const links = rowsOfPlace.flatMap(({ folio, state }) =>
          folio === null ? [] : `${publicUrl}${consultPathFor({ id: folio, status: importedStatus[state], isAssignee: false })}`,
        );
        const added =
          row === headingRow
            ? [folioHeading, linkHeading]
            : [rowsOfPlace.map(({ folio }) => folio).join(', ') || null, links.join('\n') || null];
        addRow(sheet, [...own, ...added], () => (row === headingRow ? 'heading' : 'text'));
        rowCount++;
        if (rowCount % 500 === 0) await pace.keep(sheet);
      }
      sheet.commit();
    }
  });
}

/** The spreadsheet that a company worked with before. */
export function activityImportHandlers(core: Core, publicUrl: string): Special<'importActivities'> {
  return {
    async importActivities({ sheet, mapping, isRehearsal = false, isAnnotated = false }, { by, once }) {
      const input = {
        fileName: sheet.name,
        mapping,
        isRehearsal,
        read: ((knowledge, answers) =>
          readActivities(sheet.name, sheet.contents, withAnswers(mapping, answers), knowledge)) satisfies ImportActivitiesRequest['read'],
      };
      const call = { ...by, input, effect: 'writes' } as const;
      // No key: what was imported is known, so the call may be repeated.
      if (isAnnotated) {
        const { result } = await core.perform({ ...call, useCase: importActivities });
        return new Download(workbookWithFolios(sheet.contents, result, publicUrl));
      }
      return (
        await core.perform({ ...call, useCase: async (context: ActivityImportContext) => replyOf(await importActivities(context)), once })
      ).result;
    },
  };
}
