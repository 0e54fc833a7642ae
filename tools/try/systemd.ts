/**
 * `npm run try:systemd -- ARCHIVE [ARCHIVE OF AN EARLIER VERSION]` follows docs/install.md in a Debian with a systemd of its own: start at boot,
 * timer, upgrade, limits, kill -9, watchdog, wrapper, bot, restore, stop. BASE_MIRROR names a Debian mirror.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { admin, logIn, makeDebian, onThisMachine, root, run, step, undos, until, untilReady } from './machine.ts';

const { TRY_PORT = '3950', BOT_PORT = '3951', INIT_CWD = '.' } = process.env;
const token = randomBytes(24).toString('hex');
const url = `http://localhost:${TRY_PORT}`;
const [archive = '', earlier = archive] = process.argv.slice(2).map((name) => path.resolve(INIT_CWD, name));
const bare = 'env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -es';

await onThisMachine(async (folder) => {
  if (!fs.existsSync(archive)) throw new Error('nombra el archivo: npm run try:systemd -- release/bitacora-VERSIÓN-linux-x64.tar.gz');
  const debian = path.join(folder, 'debian');
  const unpacked = path.basename(archive, '.tar.gz');
  await step('Debian con systemd', () => makeDebian(debian, 'systemd,systemd-sysv,dbus'));
  await step('Instalación según docs/install.md', () => {
    const [, block = ''] = /^## The archive$.*?^```sh\n(.*?)^```/ms.exec(fs.readFileSync(`${root}/docs/install.md`, 'utf8')) ?? [];
    const [, version = ''] = /bitacora-(.+)-linux/.exec(earlier) ?? [];
    run(`cp ${archive} ${earlier} ${debian}/root/ 2>&- || cp ${archive} ${debian}/root/`);
    const settings = `NODE_ENV=production\nADMIN_EMAIL=${admin.email}\nADMIN_PASSWORD='${admin.password}'\nPUBLIC_URL=${url}\nPORT=${TRY_PORT}`;
    const input = `cd /root; sha256sum *.gz >SHA256SUMS\n${block.replaceAll(manifest.version, version)}
cat >>/etc/bitacora/bitacora.env <<X\n${settings}\nRATE_LIMIT_FACTOR=1000\nX\nsystemctl enable bitacora bitacora-backup.timer`;
    run(`chroot ${debian} ${bare}`, { input });
  });
  const machine = run(
    `setsid systemd-nspawn -D ${debian} -b --register=no --keep-unit --console=pipe </dev/null >${folder}/log 2>&1 & echo $!`,
  );
  undos.push(`kill ${machine}; for i in $(seq 300); do kill -0 ${machine} 2>&- || exit 0; sleep 0.2; done; kill -9 ${machine}`);
  const inside = (input: string) => run(`nsenter -t $(cut -d' ' -f1 /proc/${machine}/task/${machine}/children) -a ${bare}`, { input });
  const show = (property: string) => inside(`systemctl show bitacora -P ${property}`);

  await step('Arranque con la máquina', () => untilReady(url));
  let person = await logIn(url);
  const folio = await person.work();
  /** The service must lose nothing, and be started again once. */
  const survive = (command: string, seconds?: number) =>
    person.loseNothing(async () => {
      const restarts = Number(show('NRestarts'));
      inside(command);
      await until('otro arranque', () => Number(show('NRestarts')) === restarts + 1, seconds);
      await untilReady(url);
    });
  await step('Temporizador, con respaldo y ensayo', async () => {
    const soon = '/run/systemd/system/bitacora-backup.timer.d';
    inside(`mkdir -p ${soon}; printf "[Timer]\\nOnCalendar=*:*:0/10\\nRandomizedDelaySec=0\\n" >${soon}/soon.conf
systemctl daemon-reload; systemctl restart bitacora-backup.timer`);
    await until('el ensayo del respaldo', () => inside('journalctl -u bitacora-backup').includes('se restauró completo'));
    inside(`rm -r ${soon}; systemctl daemon-reload; systemctl restart bitacora-backup.timer; systemctl stop bitacora-backup`);
  });
  if (earlier !== archive)
    await step('Actualización', async () => {
      inside(`bitacora-admin backup --into /var/backups/bitacora; tar -xzf /root/${unpacked}.tar.gz -C /opt; ln -sfn ${unpacked} /opt/bitacora
cp /opt/bitacora/deploy/systemd/* /etc/systemd/system/; install -m 0755 /opt/bitacora/deploy/bitacora-admin /usr/local/sbin/
systemctl daemon-reload; systemctl restart bitacora; bitacora-admin verify`);
      await untilReady(url);
      await person.check(folio);
    });
  await step('Límites de la unidad', async () => {
    // Where control groups are of version 1, nspawn passes their controllers read only.
    inside(`mount -o remount,bind,rw /sys/fs/cgroup/pids 2>&- || exit 0; systemctl daemon-reexec; systemctl restart bitacora`);
    const pid = show('MainPID');
    inside(`cd /sys/fs/cgroup; unit=system.slice/bitacora.service; test "$(cat pids/$unit/pids.max $unit/pids.max 2>&-)" = 512; grep -q "open files *16384" /proc/${pid}/limits
for place in /opt/bitacora /etc/bitacora /var/backups/bitacora; do if nsenter -t ${pid} -m touch $place/x 2>&-; then exit 1; fi; done`);
    await untilReady(url);
  });
  await step('kill -9 del proceso principal', () => survive('systemctl kill -s KILL --kill-whom=main bitacora'));
  await step('Watchdog, con los procesos congelados', () => survive('systemctl kill -s STOP bitacora', 120));
  await step('bitacora-admin: carpeta propia y ajustes al frente', () => {
    inside(`install -d -m 0700 -o bitacora /srv/a /srv/b; bitacora-admin export-all /srv/a; bitacora-admin backup --output /srv/b
test -f /srv/a/bitacora.xlsx; test -f /srv/b/manifest.json; bitacora-admin nada 2>/run/out || grep -q "bitacora-admin --help" /run/out
DATABASE_URL=postgres://x@nadie.invalid/x SESSION_SECRET=${'x'.repeat(32)} bitacora-admin verify 2>/run/out || grep -q nadie.invalid /run/out`);
  });
  await step('bitacora-bot: arranque, límites, kill -9, alto', async () => {
    const chat = `BITACORA_URL=${url}\nBOT_TOKEN=${token}\nBOT_PORT=${BOT_PORT}\nSLACK_BOT_TOKEN=xoxb-0\nSLACK_SIGNING_SECRET=${token}`;
    // As on a machine of its own, the unit has a file of its own.
    inside(`mkdir -p /run/systemd/system/bitacora-bot.service.d; printf "${chat}\n" >/etc/bitacora/bot.env
printf "[Service]\nEnvironmentFile=\nEnvironmentFile=/etc/bitacora/bot.env\n" >/run/systemd/system/bitacora-bot.service.d/own.conf
echo BOT_TOKEN=${token} >>/etc/bitacora/bitacora.env; systemctl daemon-reload; systemctl restart bitacora; systemctl start bitacora-bot`);
    const bot = `http://localhost:${BOT_PORT}/healthz`;
    const isServing = () => until(bot, async () => (await fetch(bot)).ok);
    await untilReady(url);
    await isServing();
    inside(`if nsenter -t $(systemctl show bitacora-bot -P MainPID) -m touch /opt/bitacora/x 2>&-; then exit 1; fi
systemctl kill -s KILL bitacora-bot`);
    await until('otro arranque del bot', () => inside('systemctl show bitacora-bot -P NRestarts') === '1');
    await isServing();
    inside('systemctl stop bitacora-bot; test $(systemctl show bitacora-bot -P Result) = success');
  });
  await step('Restauración', async () => {
    inside('systemctl stop bitacora; bitacora-admin restore --from /var/backups/bitacora --latest --replace --yes');
    inside('systemctl start bitacora');
    await untilReady(url);
    person = await logIn(url);
    await person.check(folio);
    inside('bitacora-admin verify');
  });
  await step('Alto', () => {
    inside('systemctl stop bitacora');
    if (show('Result') !== 'success') throw new Error(`terminó con ${show('Result')}.`);
  });
});
