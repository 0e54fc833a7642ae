import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { type Configuration, currentProfile, listProfiles, readConfiguration, switchProfile } from '../configuration.ts';
import { terminalCommands } from '../messages/commands.ts';

const { profiles: texts } = terminalCommands;

interface ProfileRow extends Pick<Configuration, 'url' | 'email' | 'expiresOn'> {
  profile: string;
  isCurrent: boolean;
}

export const authList = command({
  name: 'auth list',
  summary: texts.list,
  flags: {},
  lists: true,
  async run({ settings: { folder, profile: chosen } }) {
    const current = chosen ?? (await currentProfile(folder));
    const rows: ProfileRow[] = [];
    for (const profile of await listProfiles(folder)) {
      const { url, email, expiresOn } = (await readConfiguration({ folder, profile })) as Configuration;
      rows.push({ profile, isCurrent: profile === current, url, email, expiresOn });
    }
    return {
      kind: 'rows',
      columns: [
        { title: texts.current, of: ({ isCurrent }) => (isCurrent ? '*' : '') },
        { title: texts.profile, of: ({ profile }) => profile },
        { title: texts.server, of: ({ url }) => url, isLong: true },
        { title: texts.email, of: ({ email }) => email, rank: 1 },
        { title: texts.expires, of: ({ expiresOn }) => expiresOn, rank: 2 },
      ],
      rows,
      total: rows.length,
      empty: texts.none,
    };
  },
});

export const authSwitch = command({
  name: 'auth switch',
  summary: texts.switch,
  words: [{ name: '<perfil>', summary: texts.name }],
  flags: {},
  async run({ settings: { folder }, words: [profile = ''] }) {
    const profiles = await listProfiles(folder);
    if (!profiles.includes(profile))
      throw new Stopped(exits.usage, texts.unknown(profile), profiles.length > 0 ? texts.existing(profiles) : texts.none);
    const { url } = (await readConfiguration({ folder, profile })) as Configuration;
    await switchProfile(folder, profile);
    return { kind: 'done', lines: [texts.switched(profile, url)], value: { profile, url } };
  },
});
