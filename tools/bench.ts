/**
 * `npm run bench`: what the product takes beside what this machine could do at best, measured in the same run: one table of ratios.
 * `npm run bench -- 100000` with so many open activities instead of a million.
 */
import { benchDelivery } from './bench/delivery.ts';
import { table } from './bench/row.ts';
import { benchSweep } from './bench/sweep.ts';
import { endWithLauncher } from './leash.ts';

endWithLauncher();
const activities = Number(process.argv[2] ?? 1_000_000);
const rows = [await benchSweep(activities), ...(await benchDelivery())];
console.log(table(rows));
