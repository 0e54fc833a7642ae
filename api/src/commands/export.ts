import { repositoriesOn } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { type ExportFormat, writeExport } from '../admin/exports/write-export.ts';
import { administration as texts } from '../messages/administration.ts';
import { openStore } from '../storage/open-store.ts';
import { newFolder } from './backups/backup-folder.ts';
import { type AdminCall, type AdminCommand, type AdminOutcome, onDatabase, recordCommand, text } from './command.ts';

function readFormat({ typed }: AdminCall): ExportFormat {
  const { format = 'xlsx' } = typed;
  if (format === 'xlsx' || format === 'csv') return format;
  throw new Stopped(exits.usage, texts.wrongFormat, texts.seeHelp);
}

/** Exports the data of the person with `employeeNumber`, else everything. Exits with 1 where the file of an image is missing. */
function exportTo(call: AdminCall, place: string, employeeNumber: string | null): Promise<AdminOutcome> {
  const format = readFormat(call);
  return onDatabase(call, { schema: 'own' }, async (core) => {
    const { db, zone } = core;
    const person = (await repositoriesOn(db, zone).users.all()).find((one) => one.employeeNumber === employeeNumber);
    if (employeeNumber !== null && !person) throw new Stopped(exits.refused, texts.noPerson(employeeNumber));
    const personId = person?.id ?? null;
    const busy = () => new Stopped(exits.refused, texts.otherBackupRuns);
    const source = { db, zone, format, personId, busy, store: await openStore(call.settings) };
    const { rows, images, missing } = await newFolder(place, (folder) => writeExport(source, folder));
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    await recordCommand(core, person ? 'person.export' : 'system.export', {
      folder: place,
      rows: total,
      images,
      ...(person && { id: person.id }),
    });
    for (const name of missing) call.report(texts.exportLacks(name));
    return {
      lines: [texts.exported(place, total, images)],
      value: { folder: place, rows, images, missing },
      exit: missing.length > 0 ? exits.refused : exits.done,
    };
  });
}

/** Exports everything, for a company that leaves the product or reads its data elsewhere. It works while Bitácora runs. */
export const exportAll: AdminCommand = {
  options: { format: text },
  words: ['CARPETA'],
  run: (call) => exportTo(call, call.place(call.words[0] ?? ''), null),
};

/** Exports what is stored about one person, for that person. It works while Bitácora runs. */
export const exportPerson: AdminCommand = {
  options: { format: text },
  words: ['NÚMERO', 'CARPETA'],
  run: (call) => exportTo(call, call.place(call.words[1] ?? ''), call.words[0] ?? ''),
};
