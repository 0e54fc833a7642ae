import { readActivities } from '@bitacora/core/contract/activity-sheet/read-activities';
import type { ImportQuestion } from '@bitacora/core/domain/activity/activity-import';
import { type Actor, fullName } from '@bitacora/core/domain/people/person';
import { wrongRows } from '@bitacora/core/messages/activity-import';
import type { Core } from '@bitacora/core/server';
import {
  type ActivitiesImported,
  type ImportActivitiesRequest,
  importActivities,
} from '@bitacora/core/use-cases/activities/import-activities';
import { listUsers } from '@bitacora/core/use-cases/people/read-users';
import { listTopics } from '@bitacora/core/use-cases/topics/read-topics';
import type { Context } from '@bitacora/core/use-cases/use-case';
import type { Special } from '../handlers.ts';
import { Download } from '../http/answer.ts';
import { folioWorkbook } from './folio-workbook.ts';
import { sampleWorkbook } from './sample-workbook.ts';

/** Rows of the lists that need no correction. */
const PREVIEW = 200;

/** The names of the people or topics that a text may mean. */
function candidatesOf(question: ImportQuestion, { names, topicNames }: Pick<ActivitiesImported, 'names' | 'topicNames'>) {
  if (question.kind === 'state' || question.kind === 'priority') return [];
  const labels = question.kind === 'person' ? names : topicNames;
  return question.candidates.map((id) => ({ id, name: labels.get(id) ?? '' }));
}

const suggestionOf = ({ suggestion }: ImportQuestion): (string | number)[] =>
  suggestion === null ? [] : typeof suggestion === 'object' ? [...suggestion] : [suggestion];

/** The reply, with every wrong row and the first of the others. */
function replyOf(imported: ActivitiesImported) {
  const { names, topicNames, rows, wrong, skipped, questions, remembered, ...counts } = imported;
  const questionOnWire = (question: ImportQuestion) => ({
    ...question,
    suggestion: suggestionOf(question),
    candidates: candidatesOf(question, imported),
  });
  return {
    ...counts,
    wrongTotal: wrong.length,
    wrong: wrongRows(wrong),
    skipped: skipped.slice(0, PREVIEW),
    questions: questions.map(questionOnWire),
    remembered: remembered.map(questionOnWire),
    rows: rows.slice(0, PREVIEW).map(({ assigneeId, ...row }) => ({ ...row, assignee: names.get(assigneeId) ?? '' })),
  };
}

/** The spreadsheet that a company worked with before. */
export function activityImportHandlers(core: Core, publicUrl: string): Special<'importActivities' | 'downloadActivitySample'> {
  return {
    async downloadActivitySample(_, { actor, by }) {
      const { result } = await core.perform({
        ...by,
        effect: 'reads',
        input: {},
        useCase: async (context: Context<object, Actor>) => ({
          today: context.today,
          topics: await listTopics(context),
          people: await listUsers(context),
        }),
      });
      const { today, topics, people } = result;
      return new Download(
        sampleWorkbook({
          today,
          reader: fullName(actor),
          topics: topics.map(({ name }) => name),
          people: people.filter(({ isActive }) => isActive).map(fullName),
        }),
      );
    },

    async importActivities({ sheet, mapping, isRehearsal = false, isAnnotated = false }, { by, once }) {
      const input = {
        fileName: sheet.name,
        mapping,
        isRehearsal,
        read: ((knowledge) => readActivities(sheet.name, sheet.contents, mapping, knowledge)) satisfies ImportActivitiesRequest['read'],
      };
      const call = { ...by, input, effect: 'writes' } as const;
      // No key: what was imported is known, so the call may be repeated.
      if (isAnnotated) {
        const { result } = await core.perform({ ...call, useCase: importActivities });
        return new Download(folioWorkbook(sheet.contents, result, publicUrl));
      }
      return (
        await core.perform({
          ...call,
          useCase: async (context: Parameters<typeof importActivities>[0]) => replyOf(await importActivities(context)),
          once,
        })
      ).result;
    },
  };
}
