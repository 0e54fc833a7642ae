import type { VisibleMessage } from '../doubles/slack/person.ts';
import type { SlackDouble } from '../doubles/slack/slack-double.ts';
import type { Role } from './cast.ts';
import { type ChatLine, type ChatSession, codeIn, showsActivities, type UserAction, waitFor } from './chat-session.ts';

const COMMAND = /^\/actividades\b/;

export function createSlackSession(slack: SlackDouble, names: Readonly<Record<Role, string>>): ChatSession {
  const seat = (role: Role) => ({ person: slack.person(names[role]), said: [] as ChatLine[] });
  const seats = { worker: seat('worker'), boss: seat('boss'), stranger: seat('stranger') };
  type Seat = ReturnType<typeof seat>;

  const say = ({ said }: Seat, line: Partial<ChatLine>) => said.push({ id: slack.workspace.nextTs(), isMine: true, text: '', ...line });

  function lines({ person, said }: Seat): ChatLine[] {
    const posted = person.messages().map(({ ts, text, blocks, threadTs }) => ({
      ...{ id: ts, isMine: false, text, blocks, answers: threadTs },
      takesImages: !threadTs && showsActivities(blocks),
    }));
    const ephemeralLines = person
      .ephemeralMessages()
      .map(({ ts, text, blocks }) => ({ id: ts, isMine: false, text, blocks, isEphemeral: true }));
    return [...said, ...posted, ...ephemeralLines].sort((a, b) => a.id.localeCompare(b.id));
  }

  function shown({ person }: Seat, id: string): VisibleMessage {
    const [home, modal] = [person.home(), person.modal()];
    const view = [home, modal].find((each) => each?.id === id);
    const line = view ?? [...person.messages(), ...person.ephemeralMessages()].find(({ ts }) => ts === id);
    if (!line) throw new Error('It is gone.');
    return line;
  }

  function write(seat: Seat, text: string) {
    say(seat, { text });
    return COMMAND.test(text) ? seat.person.types(text.replace(COMMAND, '').trim()) : seat.person.says(text);
  }

  function sendImage(seat: Seat, { name, base64, on }: Extract<UserAction, { deed: 'image' }>) {
    say(seat, { image: name, ...(on && { answers: on }) });
    const to = on ? seat.person.messages().find(({ ts }) => ts === on) : undefined;
    return seat.person.sends([{ name, bytes: Buffer.from(base64, 'base64') }], { to });
  }

  async function act(seat: Seat, deed: UserAction): Promise<unknown> {
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
      return waitFor(() => codeIn(seats[role].person.messages()));
    },
  };
}
