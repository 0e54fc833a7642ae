import { repositoriesOn } from '@bitacora/core/server';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { anonymisePerson } from '@bitacora/core/use-cases/people/anonymise-person';
import { openStore } from '../storage/open-store.ts';
import { dropUploads } from '../uploads/take-uploads.ts';
import { type AdminCall, type AdminCommand, operator, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { demandOwner, demandSchema } from './schema.ts';

async function confirm(call: AdminCall, question: string): Promise<void> {
  if (call.typed.yes) return;
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.giveYes);
  if (!/^(s|sí|si)$/i.test((await ask(call, question)).trim())) throw new Stopped(exits.refused, texts.nothingDone);
}

/** Forgets a deactivated person; works while Bitácora runs. */
export const anonymise: AdminCommand = {
  options: { yes },
  words: ['NÚMERO'],
  run: (call) =>
    onDatabase(call, { asOwner: true }, async (core) => {
      await demandSchema(core.db);
      await demandOwner(core.db);
      const [employeeNumber = ''] = call.words;
      const person = (await repositoriesOn(core.db, core.zone).users.all()).find((one) => one.employeeNumber === employeeNumber);
      if (!person) throw new Stopped(exits.refused, texts.noPerson(employeeNumber));
      await confirm(call, texts.askAnonymise(`${person.firstName} ${person.lastName} (${employeeNumber})`));
      const input = { employeeNumber, operator: operator() };
      const { result, discardedImages } = await core.perform({
        useCase: anonymisePerson,
        actor: null,
        channel: 'system',
        effect: 'writes',
        input,
      } as const);
      if (result.outcome !== 'done') {
        const sentences = { unknown: texts.noPerson(employeeNumber), active: texts.stillActive(employeeNumber), busy: texts.sealBusy };
        throw new Stopped(exits.refused, sentences[result.outcome]);
      }
      const store = await openStore(call.settings);
      await dropUploads(
        discardedImages.map((id) => ({ id })),
        store,
      );
      return { lines: [texts.anonymised(result.id, result.rows)], value: { id: result.id, rows: result.rows } };
    }),
};
