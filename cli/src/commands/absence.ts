import type { AbsenceView } from '@bitacora/core/contract/people/absence-endpoints';
import { absenceTexts } from '@bitacora/core/messages/people/users';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { day, requireFlags, text } from '../flags.ts';
import { inOwnSession, passwordFlag } from '../log-in.ts';
import { findPerson, findSubstitute } from '../matching.ts';
import { terminalAbsences } from '../messages/admin.ts';

const { list: listTexts, set: setTexts, cancel: cancelTexts } = terminalAbsences;

const columns: readonly ListingColumn<AbsenceView>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: absenceTexts.person, of: ({ name }) => name, isLong: true },
  { title: absenceTexts.from, of: ({ fromOn }) => fromOn },
  { title: absenceTexts.to, of: ({ toOn }) => toOn },
  { title: absenceTexts.substitute, of: ({ substituteName }) => substituteName, isLong: true },
];

export const absenceList = command({
  name: 'absence list',
  summary: listTexts.summary,
  watches: true,
  async run({ connect }) {
    const { client } = await connect();
    return wholeList(columns, await client.listAbsences(), { empty: listTexts.none });
  },
});

export const absenceSet = command({
  name: 'absence set',
  summary: setTexts.summary,
  details: setTexts.details,
  flags: {
    from: day(setTexts.from, { isAhead: true }),
    to: day(setTexts.to, { isAhead: true }),
    substitute: text('persona', setTexts.substitute),
    person: text('persona', setTexts.person),
    ...passwordFlag,
  },
  fields: { fromOn: '--from', toOn: '--to', substituteId: '--substitute' },
  async run(call) {
    const { from, to, substitute: typed = '', person } = call.flags;
    requireFlags(call.flags, ['from', 'to', 'substitute']);
    if (!from || !to) throw new Stopped(exits.usage, setTexts.from);
    const connection = await call.connect();
    const { client } = connection;
    const userId = person === undefined ? undefined : findPerson(await client.listUsers(), person, '--person').id;
    const substitute = findSubstitute(await client.listSubstitutes({ userId, text: typed }), typed);
    const absence = { userId, substituteId: substitute.id, fromOn: from, toOn: to };
    const { id } = await inOwnSession(call, connection, (session) => session.addAbsence(absence));
    return { kind: 'done', lines: [absenceTexts.added(substitute.name)], value: { success: true, id } };
  },
});

export const absenceCancel = command({
  name: 'absence cancel',
  summary: cancelTexts.summary,
  details: cancelTexts.details,
  words: [{ name: '<ausencia>', summary: cancelTexts.id }],
  flags: passwordFlag,
  async run(call) {
    const typed = call.words[0] ?? '';
    if (!/^[1-9]\d{0,8}$/.test(typed)) throw new Stopped(exits.usage, cancelTexts.wrongId(typed));
    const connection = await call.connect();
    const absenceId = Number(typed);
    await inOwnSession(call, connection, (session) => session.cancelAbsence({ absenceId }));
    return { kind: 'done', lines: [absenceTexts.canceled], value: { success: true, id: absenceId } };
  },
});
