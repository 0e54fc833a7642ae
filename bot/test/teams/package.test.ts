import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { teamsPackage } from '../../teams-app/teams-app.ts';

const app = { clientId: '00000000-0000-4000-8000-00000000b07a', publicUrl: 'https://bitacora.ejemplo.mx', version: '1.2.3', hasTab: false };
const files = unzipSync(teamsPackage(app));
const manifest = (given = app) => JSON.parse(Buffer.from(unzipSync(teamsPackage(given))['manifest.json'] ?? []).toString());

it('holds the description and both icons, and is the same bytes each time', () => {
  expect(Object.keys(files)).toEqual(['manifest.json', 'color.png', 'outline.png']);
  expect(Buffer.compare(teamsPackage(app), teamsPackage(app))).toBe(0);
});

it('keeps to the lengths and forms that Teams takes', () => {
  const { name, description, version, id, accentColor, bots, validDomains, developer } = manifest();
  expect(name.short.length).toBeLessThanOrEqual(30);
  expect(description.short.length).toBeLessThanOrEqual(80);
  expect(description.full.length).toBeLessThanOrEqual(4_000);
  expect([version, id]).toEqual(['1.2.3', app.clientId]);
  expect(accentColor).toMatch(/^#[0-9A-F]{6}$/);
  expect(validDomains).toEqual(['bitacora.ejemplo.mx']);
  expect(developer.websiteUrl).toMatch(/^https:/);
  const [{ commandLists }] = bots;
  expect(commandLists.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([['personal'], ['team']]);
  for (const { title, description: does } of commandLists.flatMap(({ commands }: { commands: object[] }) => commands)) {
    expect(title.length).toBeLessThanOrEqual(32);
    expect(does.length).toBeLessThanOrEqual(128);
  }
});

it('listens in a person’s own chat and in teams, reads files and is shown links of the product alone', () => {
  const { bots, composeExtensions, permissions, staticTabs } = manifest();
  expect(bots).toMatchObject([{ botId: app.clientId, scopes: ['personal', 'team'], supportsFiles: true }]);
  expect(composeExtensions).toEqual([
    {
      botId: app.clientId,
      commands: [
        {
          id: 'newActivity',
          type: 'action',
          context: ['message'],
          fetchTask: true,
          title: 'Crear actividad',
          description: expect.any(String),
        },
      ],
      messageHandlers: [{ type: 'link', value: { domains: ['bitacora.ejemplo.mx'] } }],
    },
  ]);
  expect(permissions).toEqual(['identity', 'messageTeamMembers']);
  expect(staticTabs).toHaveLength(1);
  expect(manifest({ ...app, hasTab: true }).staticTabs).toHaveLength(2);
});

it.each([
  ['color.png', 192],
  ['outline.png', 32],
])('%s is a picture of %i pixels', (name, size) => {
  const png = Buffer.from(files[name] ?? []);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  const pixels = inflateSync(png.subarray(41, png.length - 16));
  expect(pixels).toHaveLength(size * (size * 4 + 1));
  const opacity = (column: number, row: number) => pixels[row * (size * 4 + 1) + 1 + column * 4 + 3];
  expect(opacity(0, 0)).toBe(name === 'color.png' ? 255 : 0);
  expect(opacity(size * (10 / 32), size / 2)).toBe(255);
});
