/** `npm run teams-package [-- --tab] [file]` writes the app that an administrator uploads to Teams, for the application in TEAMS_CLIENT_ID. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { botTeams } from '../bot/src/messages/chats.ts';
import { teamsPackage } from '../bot/teams-app/teams-app.ts';

const root = path.resolve(import.meta.dirname, '..');
const envFile = path.join(root, '.env');
const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
if (fs.existsSync(envFile)) process.loadEnvFile(envFile);

const { values, positionals } = parseArgs({ options: { tab: { type: 'boolean', default: false } }, allowPositionals: true });
const { TEAMS_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = process.env;
if (positionals.length > 1) fail(botTeams.packageUsage);
if (!clientId || !publicUrl?.startsWith('https://')) fail(botTeams.packageNeeds);

const file = path.resolve(positionals[0] ?? 'bitacora-teams.zip');
fs.writeFileSync(file, teamsPackage({ clientId, publicUrl, version, hasTab: values.tab }));
console.log(botTeams.packaged(file));

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
