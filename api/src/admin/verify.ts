import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readSnapshot } from '@bitacora/core/server';
import { exits } from '@bitacora/core/terminal/terminal';
import { verification as texts } from '../messages/verification.ts';
import { openStore } from '../storage/open-store.ts';
import { checkWitnesses } from './check-witnesses.ts';
import {
  type CheckResult,
  checkCounts,
  checkHistories,
  checkImages,
  checkOutbox,
  checkReferences,
  checkSeals,
  countOrphans,
  readSeals,
} from './checks.ts';
import { type AdminCommand, text } from './command.ts';
import { onDatabase } from './open.ts';
import { demandSchema } from './schema.ts';

const MAX_FINDINGS = 20;

function linesOf({ name, count, findings, notes = [] }: CheckResult): string[] {
  const summary = `${texts.names[name].padEnd(12)} ${String(count).padStart(9)}   ${texts.state(findings.length)}`;
  const firstOf = (sentences: readonly string[]) => [
    ...sentences.slice(0, MAX_FINDINGS).map((sentence) => `  ${sentence}`),
    ...(sentences.length > MAX_FINDINGS ? [`  ${texts.more(sentences.length - MAX_FINDINGS)}`] : []),
  ];
  return [summary, ...firstOf(findings), ...firstOf(notes)];
}

/** The sources of the mails in a file, or in every file of a folder. */
async function readMails(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [await readFile(place, 'utf8')];
  const names = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(names.map((name) => readFile(path.join(place, name), 'utf8')));
}

/** Checks everything as it was at one moment, and changes nothing; works while Bitácora runs. Exit 1 when something is not well. */
export const verify: AdminCommand = {
  options: { seal: text, witness: text, 'tsa-ca': text },
  run: (call) =>
    onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      const store = await openStore(call.settings);
      const checked: CheckResult[] = [];
      const { seal, witness, 'tsa-ca': ca } = call.typed;
      const mails = typeof witness === 'string' ? await readMails(call.place(witness)) : undefined;
      const trusted = typeof ca === 'string' ? await readFile(call.place(ca), 'utf8') : undefined;
      const orphans = await readSnapshot(core.db, core.zone, async (repos) => {
        const place = { core, repos, store };
        const expectedSeal = typeof seal === 'string' ? seal.toLowerCase() : undefined;
        const seals = await readSeals(repos, expectedSeal);
        checked.push(await checkHistories(place, seals));
        for (const check of [checkImages, checkReferences, checkOutbox, checkCounts]) checked.push(await check(place));
        checked.push(await checkSeals(place, seals, expectedSeal));
        checked.push(await checkWitnesses(place, seals, { mails, trusted }));
        return countOrphans(place);
      });
      const isWell = checked.every(({ findings }) => findings.length === 0);
      return {
        lines: [...checked.flatMap(linesOf), ...(orphans > 0 ? [texts.orphans(orphans)] : [])],
        value: { isWell, checked, orphans },
        exit: isWell ? exits.done : exits.refused,
      };
    }),
};
