import { verification as texts } from '@bitacora/core/messages/verification';
import { atOneMoment } from '@bitacora/core/server';
import { exits } from '@bitacora/core/terminal/stopped';
import { openStore } from '../images/open-store.ts';
import { type Checked, checkHistories, checkImages, checkOutbox, checkReferences, checkSeals, countOrphans } from './checks.ts';
import { type Command, text } from './command.ts';
import { onDatabase } from './open.ts';
import { demandSchema } from './schema.ts';

const SHOWN = 20;

function linesOf({ name, count, findings }: Checked): string[] {
  const summary = `${texts.names[name].padEnd(12)} ${String(count).padStart(9)}   ${texts.state(findings.length)}`;
  const more = findings.length > SHOWN ? [`  ${texts.more(findings.length - SHOWN)}`] : [];
  return [summary, ...findings.slice(0, SHOWN).map((finding) => `  ${finding}`), ...more];
}

/** Checks everything as it was at one moment, and changes nothing; works while Bitácora runs. Exit 1 when something is not well. */
export const verify: Command = {
  options: { seal: text },
  run: (call) =>
    onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      const store = await openStore(call.settings);
      const checked: Checked[] = [];
      const orphans = await atOneMoment(core.db, core.zone, async (repos) => {
        const place = { core, repos, store };
        for (const check of [checkHistories, checkImages, checkReferences, checkOutbox]) checked.push(await check(place));
        const { seal } = call.typed;
        checked.push(await checkSeals(place, typeof seal === 'string' ? seal.toLowerCase() : undefined));
        return countOrphans(place);
      });
      const isWell = checked.every(({ findings }) => findings.length === 0);
      return {
        said: [...checked.flatMap(linesOf), ...(orphans > 0 ? [texts.orphans(orphans)] : [])],
        value: { isWell, checked, orphans },
        exit: isWell ? exits.done : exits.refused,
      };
    }),
};
