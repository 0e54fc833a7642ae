import type { Shown } from '../doubles/slack/person.ts';
import type { SlackDouble } from '../doubles/slack/slack-double.ts';
import type { Role } from './cast.ts';
import { codeIn, type Deed, type Desk, found, type Line, showsActivities } from './desk.ts';

const COMMAND = /^\/actividades\b/;

export function slackDesk(slack: SlackDouble, names: Readonly<Record<Role, string>>): Desk {
  const seat = (role: Role) => ({ person: slack.person(names[role]), said: [] as Line[] });
  const seats = { worker: seat('worker'), boss: seat('boss'), stranger: seat('stranger') };
  type Seat = ReturnType<typeof seat>;

  const say = ({ said }: Seat, line: Partial<Line>) => said.push({ id: slack.workspace.nextTs(), isMine: true, text: '', ...line });

  function lines({ person, said }: Seat): Line[] {
    const posted = person.messages().map(({ ts, text, blocks, threadTs }) => ({
      ...{ id: ts, isMine: false, text, blocks, answers: threadTs },
      takesImages: !threadTs && showsActivities(blocks),
    }));
    const whispered = person.whispers().map(({ ts, text, blocks }) => ({ id: ts, isMine: false, text, blocks, isWhisper: true }));
    return [...said, ...posted, ...whispered].sort((a, b) => a.id.localeCompare(b.id));
  }

  function shown({ person }: Seat, id: string): Shown {
    const [home, modal] = [person.home(), person.modal()];
    const view = [home, modal].find((each) => each?.id === id);
    const line = view ?? [...person.messages(), ...person.whispers()].find(({ ts }) => ts === id);
    if (!line) throw new Error('It is gone.');
    return line;
  }

  function write(seat: Seat, text: string) {
    say(seat, { text });
    return COMMAND.test(text) ? seat.person.types(text.replace(COMMAND, '').trim()) : seat.person.says(text);
  }

  function sendImage(seat: Seat, { name, base64, on }: Extract<Deed, { deed: 'image' }>) {
    say(seat, { image: name, ...(on && { answers: on }) });
    const to = on ? seat.person.messages().find(({ ts }) => ts === on) : undefined;
    return seat.person.sends([{ name, bytes: Buffer.from(base64, 'base64') }], { to });
  }

  async function act(seat: Seat, deed: Deed): Promise<unknown> {
    const { person } = seat;
    if (deed.deed === 'write') return write(seat, deed.text);
    if (deed.deed === 'image') return sendImage(seat, deed);
    if (deed.deed === 'open') return person.opensHome();
    if (deed.deed === 'press') return person.presses({ actionId: deed.action }, shown(seat, deed.on), { values: deed.values });
    if (deed.deed === 'fill') return person.fills(deed.values);
    if (deed.deed === 'close') person.closesModal();
  }

  return {
    see(role) {
      const { person } = seats[role];
      return { lines: lines(seats[role]), modal: person.modal() ?? null, home: person.home() ?? null };
    },
    act: async (role, deed) => void (await act(seats[role], deed)),
    async askForCode(role) {
      await write(seats[role], 'vincular');
      return found(() => codeIn(seats[role].person.messages()));
    },
  };
}
