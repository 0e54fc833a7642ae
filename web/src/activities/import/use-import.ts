import type { ActivityImportReply } from '@bitacora/core/contract/activities/activity-import-endpoints';
import type { ImportMapping } from '@bitacora/core/domain/activities/activity-import';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { type DraftKey, forgetDraft, keepFields, keepFiles, keptFields, keptFiles } from '../../app/drafts.ts';
import { importWizard as texts } from '../../messages/activity-import-texts.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { asksAboutColumns, doubtfulTexts, findGaps, noAnswers, pickReadingPart, unanswered, withSuggestions } from './answers.ts';

export const importSteps = ['file', 'columns', 'answers', 'review', 'done'] as const;
export type WizardStep = (typeof importSteps)[number];

interface WizardState {
  step: WizardStep;
  /** The farthest step whose figures belong to these answers. */
  reached: WizardStep;
  file: File | null;
  fileProblem: string | null;
  mapping: ImportMapping;
  /** The server's reply about the file, and the answers `of` that it was given, without those about texts. */
  reading: { of: string; reply: ActivityImportReply } | null;
  plan: ActivityImportReply | null;
  result: ActivityImportReply | null;
  /** Cells were mended that the plan does not know. */
  isMended: boolean;
}

const START: WizardState = {
  step: 'file',
  reached: 'file',
  file: null,
  fileProblem: null,
  mapping: noAnswers,
  reading: null,
  plan: null,
  result: null,
  isMended: false,
};

/** What this device keeps until the import is done or discarded; the file is kept beside it. */
interface ImportDraft {
  fileName: string;
  mapping: ImportMapping;
}

export type ImportWizard = ReturnType<typeof useImport>;

const farther = (step: WizardStep, other: WizardStep) => (importSteps.indexOf(step) > importSteps.indexOf(other) ? step : other);

/** The wizard's state and calls. */
export function useImport() {
  const { client } = useClients();
  const { user } = useSession();
  const key: DraftKey = `${user.id}.import`;
  /** The draft of an earlier visit, without its file where this browser keeps none. */
  const [draft, setDraft] = useState(() => keptFields<ImportDraft>(key));
  const [state, setState] = useState<WizardState>({ ...START, mapping: { ...noAnswers, ...draft?.mapping } });
  // A running call reads this, because its own render is older.
  const latest = useRef(state);
  const attempt = useAttempt();

  const set = (part: Partial<WizardState>) => {
    latest.current = { ...latest.current, ...part };
    setState(latest.current);
  };
  useEffect(() => {
    if (draft) void keptFiles(key).then(([only]) => only && !latest.current.file && set({ file: only }));
  }, []);
  const keep = () => {
    const { file, mapping } = latest.current;
    keepFields(key, { fileName: file?.name ?? draft?.fileName ?? '', mapping } satisfies ImportDraft);
  };

  const send = (mapping: ImportMapping, isDryRun: boolean, isOnlyGood = false) =>
    client.importActivities({ mapping, isDryRun, isOnlyGood, file: latest.current.file as File });
  const read = async (): Promise<ActivityImportReply> => {
    const part = pickReadingPart(latest.current.mapping);
    const of = JSON.stringify(part);
    if (latest.current.reading?.of === of) return latest.current.reading.reply;
    const reply = await send(part, true);
    const { mapping } = latest.current;
    // Only what an earlier import answered is an answer. Every other suggestion waits for the person.
    const remembered = unanswered(doubtfulTexts(reply), mapping).filter(({ isRemembered }) => isRemembered);
    set({ reading: { of, reply }, mapping: withSuggestions(mapping, remembered) });
    return reply;
  };
  const makePlan = async (): Promise<WizardStep> => {
    const plan = await send(latest.current.mapping, true);
    if (asksAboutColumns(plan)) {
      await read();
      return 'columns';
    }
    const { reading } = latest.current;
    if (plan.questions.length === 0) {
      set({ plan, isMended: false });
      return 'review';
    }
    // These texts came up only through the answers.
    const earlierQuestions = reading?.reply.questions ?? [];
    const isNew = (each: (typeof earlierQuestions)[number]) =>
      !earlierQuestions.some(({ kind, key: text }) => kind === each.kind && text === each.key);
    const questions = [...earlierQuestions, ...plan.questions.filter(isNew)];
    set({ plan: null, reading: reading && { ...reading, reply: { ...reading.reply, questions } } });
    return 'answers';
  };

  const store = async (isOnlyGood: boolean): Promise<WizardStep> => {
    set({ result: await send(latest.current.mapping, false, isOnlyGood) });
    forgetDraft(key);
    return 'done';
  };
  const performStep: Record<WizardStep, () => Promise<WizardStep>> = {
    file: async () => {
      await read();
      return 'columns';
    },
    columns: async () => {
      const reply = await read();
      if (asksAboutColumns(reply)) return 'columns';
      return doubtfulTexts(reply).length > 0 || findGaps(reply).length > 0 ? 'answers' : makePlan();
    },
    answers: makePlan,
    review: () => store(false),
    done: async () => 'done',
  };
  const perform = async (act: () => Promise<WizardStep>) => {
    await attempt.run(async () => {
      const step = await act();
      set({ step, reached: farther(step, latest.current.reached) });
    });
  };

  const take = async (newFile: File): Promise<boolean> => {
    attempt.clearError();
    try {
      // A copy, because a file that another program saves after this can no longer be sent.
      const file = new File([await newFile.arrayBuffer()], newFile.name, { type: newFile.type });
      set({ file, fileProblem: null, reading: null, plan: null, mapping: { ...latest.current.mapping, cells: [] } });
      keep();
      void keepFiles(key, [file]);
      return true;
    } catch {
      set({ fileProblem: texts.unreadable });
      return false;
    }
  };

  return {
    ...state,
    attempt,
    draft,
    goTo: (step: WizardStep) => {
      attempt.clearError();
      set({ step });
    },
    /** Does what the step's button says. A failed call changes nothing and can be repeated. */
    advance: () => perform(performStep[state.step]),
    /** Asks the server again what would be imported. */
    review: () => perform(makePlan),
    /** Imports the good rows although others are wrong. */
    importGood: () => perform(() => store(true)),
    /** Gives people the topic that their rows need, and asks again. */
    giveTopic: ({ topicId, people }: ActivityImportReply['grants'][number]) =>
      perform(async () => {
        for (const { id } of people) await client.assignTopic({ topicId, userId: id });
        return makePlan();
      }),
    mend: (cell: ImportMapping['cells'][number]) => {
      const { mapping } = latest.current;
      const isOther = ({ sheet, row, column }: typeof cell) => sheet !== cell.sheet || row !== cell.row || column !== cell.column;
      set({ mapping: { ...mapping, cells: [...mapping.cells.filter(isOther), cell] }, isMended: true });
      keep();
    },
    choose: async (newFile: File) => {
      if (await take(newFile)) set({ reached: 'file' });
    },
    /** A corrected file in the place of the one under review. */
    replace: async (newFile: File) => {
      if (!(await take(newFile))) return;
      await perform(async () => {
        const reply = await read();
        if (asksAboutColumns(reply)) return 'columns';
        return unanswered(doubtfulTexts(reply), latest.current.mapping).length > 0 ? 'answers' : makePlan();
      });
    },
    change: (part: Partial<ImportMapping>) => {
      set({ mapping: { ...latest.current.mapping, ...part }, plan: null, reached: latest.current.step });
      keep();
    },
    isDirty: () => latest.current.step !== 'done' && latest.current.file !== null,
    restart: () => {
      forgetDraft(key);
      setDraft(null);
      attempt.clearError();
      set(START);
    },
    discard: () => forgetDraft(key),
    fetchSample: () => client.downloadActivitySample(),
    /** The file as it came, with folio and link of each row; or its wrong rows, each with its reason. */
    fetchBook: async (isWrongRows: boolean) => {
      const { file, mapping } = latest.current;
      return client.importActivities({ mapping, isDryRun: true, isOnlyGood: isWrongRows, isAnnotated: true, file: file as File });
    },
  };
}
