import { spawnSync } from 'node:child_process';
import { isRoot } from './traces.ts';

/** What `docker run` leaves to root: CAP_SYS_PTRACE is not among them, so /proc/PID/cwd of another user cannot be read. */
const DOCKER_DEFAULTS =
  '-all,+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,+setpcap,+net_bind_service,+sys_chroot,+kill,+audit_write';

/** Runs a command with the capabilities of a Docker container. */
export const withDockerCapabilities = ['setpriv', `--bounding-set=${DOCKER_DEFAULTS}`, '--inh-caps=-all'];

const runs = ([command = '', ...words]: readonly string[]) => spawnSync(command, [...words, 'true']).status === 0;

export const canDropCapabilities = isRoot && runs(withDockerCapabilities);

/** Runs a command as a second container of this host: it sees neither our processes nor our shared memory. */
export const inAnotherContainer = ['unshare', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];

export const canUnshare = isRoot && runs(inAnotherContainer);
