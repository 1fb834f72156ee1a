// Reads a file of a career site again and again, and prints what each time took. It is a process of its own, because
// the one that measures how long others wait must not be busy. Arguments: URL SECONDS
import { timedFile } from './timed-file.ts';

const [url = '', seconds] = process.argv.slice(2);
const until = performance.now() + 1000 * Number(seconds);
const times = [];
do times.push(await timedFile(url));
while (performance.now() < until);
console.log(JSON.stringify(times));
