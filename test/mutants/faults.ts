// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are pieces of code. Faults that tests have to
// notice: what a line is, what it becomes, and the tests that are asked. Each is one that somebody could make.
import { consoleFaults } from './console-faults.ts';
import type { Fault } from './fault.ts';

type Change = readonly [what: string, line: string, changed: string];

const of = (file: string, tests: readonly string[], changes: readonly Change[]): Fault[] =>
  changes.map(([what, line, changed]) => ({ what, file, line, changed, tests }));

const ERASE = ['test/engines/changes/erase.operations.ts'];
const erasures: readonly Fault[] = [
  ...of('src/jobs/erase/erase-records.ts', ERASE, [
    ['parts of parts stay', 'if (fresh.length > 0) queue.push([owner, fresh]);', ''],
    ['a part is found twice', 'referring.filter((id) => !known.has(id))', '[...referring]'],
    ['a new part is not seen', 'if (textOf(now) !== textOf(plan))', 'if (now.ids.length !== plan.ids.length)'],
    [
      'a new reference is not seen',
      'cleared.map(({ resource, field, ids }) => [resource.name, field.name, ids])',
      '[]',
    ],
    [
      'what is erased is cleared too',
      'ids: referring.filter((id) => !erased.get(rest.resource)?.has(id))',
      'ids: referring',
    ],
    ['what is missing is not said', 'missing: asked.filter((id) => !there.has(id))', 'missing: []'],
    ['an id that is named twice counts twice', '[...new Set(asked)].filter', '[...asked].filter'],
    ['tables that lost references are not scrubbed', ', ...plan.cleared.map((each) => each.resource)]);', ']);'],
    ['nothing is scrubbed', 'await database.scrub(', 'void (async (_: readonly Resource[]) => undefined)('],
  ]),
  ...of('src/store/postgres/admin/scrub.ts', ERASE, [['dead rows stay', 'VACUUM ANALYZE', 'ANALYZE']]),
  ...of('src/cli/commands/erase.ts', ERASE, [
    ['one missing id is let pass', 'if (plan.missing.length > 0)', 'if (plan.missing.length > 1)'],
    [
      '--cascade is not asked for',
      'if (others && values.cascade === undefined)',
      'if (others && values.cascade !== undefined)',
    ],
    ['nobody waits for the answer', 'await confirm(values);', 'void confirm(values);'],
    ['who cannot be asked is not refused', 'if (!process.stdin.isTTY)', 'if (process.stdin.isTTY === null)'],
    ['any word with a y is a yes', '/^y(es)?$/i', '/y/i'],
    ['a no is asked again', 'break;', 'continue;'],
    ['--yes asks', 'if (values.yes !== undefined) return;', ''],
    ['what begins with a digit is an id', String.raw`/^\d{1,16}$/`, String.raw`/^\d/`],
    ['the twentieth id is followed by dots', 'ids.length > MOST_IDS', 'ids.length >= MOST_IDS'],
  ]),
];

const RESTRICTED = ['test/insights/restricted.test.ts', 'test/insights/private.test.ts'];
const METRICS = ['test/insights/metrics.test.ts'];
const insights: readonly Fault[] = [
  ...of('src/insights/restricted.ts', RESTRICTED, [
    ['nine are shown', 'const FEWEST = 10;', 'const FEWEST = 9;'],
    ['ten are left out', 'sizeOf(one) >= FEWEST', 'sizeOf(one) > FEWEST'],
    ['a whole of ten is left out', 'sizeOf(each) >= FEWEST', 'sizeOf(each) > FEWEST'],
    ['the next smallest is shown', 'return large.filter((one) => one !== next);', 'return large;'],
    ['sums are shown', '/^(sum|min|max)', '/^(min|max)'],
  ]),
  ...of(
    'src/insights/people/pay-gap.ts',
    [...RESTRICTED, ...METRICS],
    [
      ['the larger of men and women counts', "Math.min(...['male', 'female']", "Math.max(...['male', 'female']"],
      ['a branch with one woman is left out', 'fewest(keys) > 0', 'fewest(keys) > 1'],
      ['small branches are shown', 'isRestricted ? largeAmong(compared, fewest) : compared', 'compared'],
      ['people without a branch are compared', 'keys[0] !== null && fewest', 'fewest'],
    ],
  ),
  ...of('src/insights/hiring/open.ts', METRICS, [
    [
      'a job due today is late',
      "late_jobs: count(jobs(['target_date[lt]', today]))",
      "late_jobs: count(jobs(['target_date[lte]', today]))",
    ],
    [
      'a job due today has days late',
      "${today}))`, jobs(['target_date[lt]', today])",
      "${today}))`, jobs(['target_date[lte]', today])",
    ],
    ['jobs on hold are open', "['status', 'open']", "['status', ['open', 'on_hold']]"],
    ['one day is in two groups', 'dayAfter(today, 1 - next)', 'dayAfter(today, -next)'],
    ['a group begins a day late', 'dayAfter(today, -days)', 'dayAfter(today, -days - 1)'],
  ]),
  ...of(
    'src/insights/question.ts',
    ['test/insights/bounds.test.ts', ...METRICS],
    [
      ['the period of today is whole', 'last > to || end >= today', 'last > to || end > today'],
      ['weeks have eight days', "'today+1w'", "'today+8d'"],
      ['the last day of a month is left out', 'if (end <= to) ends.push(end);', 'if (end < to) ends.push(end);'],
    ],
  ),
  ...of('src/insights/people/headcount.ts', METRICS, [
    [
      'who left before joining counts',
      "{ ...left, where: [['termination_date[not_before]', 'date_of_joining']] }",
      '{ ...left, where: [] }',
    ],
  ]),
];

const PAGES = ['test/engines/changes/erased-pages.operations.ts'];
const lists: readonly Fault[] = [
  ...of('src/store/postgres/bulk/import-session.ts', PAGES, [
    [
      'landmarks stay after an erasure',
      'disturbed.add(resource);\n    await invalidateAnswers(query);',
      'await invalidateAnswers(query);',
    ],
    ['answers from before an erasure stay', 'await invalidateAnswers(query);', ''],
  ]),
  ...of(
    'src/store/shared/list-counters.ts',
    ['test/engines/postgres/store.test.ts', 'test/engines/differential.test.ts', ...PAGES],
    [
      ['landmarks are one row early', 'ids[offset - before]!', 'ids[Math.max(offset - before - 1, 0)]!'],
      ['a landmark on the border is left out', 'offset < length; offset', 'offset < length - 1; offset'],
    ],
  ),
  ...of(
    'src/store/shared/list-counters.ts',
    ['test/api/cursor.test.ts'],
    [['gt is gte', "(each.operator === 'gt' ? 1 : 0)", '0']],
  ),
  ...of(
    'src/store/sqlite/read/plan.ts',
    ['test/engines/explain.operations.ts', 'test/engines/differential.test.ts'],
    [
      ['two conditions are counted by one', 'others.length <= 1', 'others.length <= 2'],
      [
        'words are not looked at for a counted list',
        'terms.length === 0 && isCounted(conditions)',
        'isCounted(conditions)',
      ],
      ['what an index has is read from columns', "if (field.index === 'plain') return true;", ''],
      ['large resources are read at once', 'table.total <= options.small', 'table.total <= 1e9'],
    ],
  ),
  ...of(
    'src/store/postgres/read/list-page.ts',
    ['test/api/cursor.test.ts', 'test/engines/differential.test.ts'],
    [
      [
        'pages by landmark are one row late',
        '- coalesce((SELECT list_offset FROM mark), 0)',
        '- coalesce((SELECT list_offset - 1 FROM mark), 0)',
      ],
      ['a cursor skips a row', '} AND id < ${id}\n    ) AS count', '} AND id <= ${id}\n    ) AS count'],
    ],
  ),
  ...of(
    'src/store/sqlite/columns/ids.ts',
    ['test/filters/columns.test.ts', ...PAGES],
    [
      [
        'a page over two blocks loses a row',
        'skip = Math.max(skip - counts[at]!, 0);',
        'skip = Math.max(skip - counts[at]!, 1);',
      ],
      [
        'a page from the end begins one row early',
        'counts[at]! - skip - count : skip',
        'Math.max(counts[at]! - skip - count - 1, 0) : skip',
      ],
    ],
  ),
  ...of(
    'src/contract/request/field-lists.ts',
    ['test/api/sort.test.ts'],
    [
      ['-id after another field is lost', 'distinct.slice(0, id + 1)', 'distinct.slice(0, Math.max(id, 1))'],
      [
        'a field that is named again counts',
        'fields.value.indexOf(field) === i',
        'fields.value.lastIndexOf(field) === i',
      ],
    ],
  ),
  ...of(
    'src/store/sqlite/columns/page.ts',
    ['test/api/sort.test.ts', 'test/filters/columns.test.ts'],
    [
      [
        'ties are in ascending order',
        'return sort[byId]!.descending ? b.id - a.id : a.id - b.id;',
        'return a.id - b.id;',
      ],
      ['id follows the first field', 'const last = sort.at(-1)!;', 'const last = sort[0]!;'],
    ],
  ),
  ...of(
    'src/store/shared/list-sql.ts',
    ['test/api/sort.test.ts'],
    [
      [
        'id is always ascending on PostgreSQL',
        "dialect.order(quoted('id'), false, last?.descending ?? false)",
        "dialect.order(quoted('id'), false, false)",
      ],
    ],
  ),
  ...of(
    'src/contract/request/conditions.ts',
    ['test/filters/edges.test.ts', 'test/filters/every-filter.operations.ts'],
    [
      [
        'the first of repeated ranges counts',
        "sent.set(filter, parameter.value === '' ? [] : [parameter]);",
        'sent.set(filter, before ?? [parameter]);',
      ],
      [
        'missing values are not different',
        "if (condition.operator === 'ne') return !condition.values.includes(null);",
        "if (condition.operator === 'ne') return false;",
      ],
      ['null in quotes is missing', 'QUOTED.test(sent.value) ? sent.value.slice(1, -1) : sent.value', 'sent.value'],
    ],
  ),
  ...of(
    'src/contract/request/days.ts',
    ['test/filters/relative-days.test.ts'],
    [
      ['weeks begin on Sunday', 'getUTCDay() + 6) % 7', 'getUTCDay() + 7) % 7'],
      ['a month later is not its last day', 'Math.min(Number(day.slice(8)), last) - 1', 'Number(day.slice(8)) - 1'],
    ],
  ),
];

const FEEDS = ['test/careers/feeds.test.ts'];
const SITES = ['test/careers/sites.test.ts'];
const careers: readonly Fault[] = [
  ...of('src/careers/feeds/board-feeds.ts', FEEDS, [
    [
      'low and high end are swapped',
      "end('lowEnd', min) + end('highEnd', max)",
      "end('lowEnd', max) + end('highEnd', min)",
    ],
    ['one end alone is left out', 'salary && currency', 'min !== null && max !== null && currency'],
    ['a salary of 0 is left out', "amount === null ? ''", "!amount ? ''"],
  ]),
  ...of('src/careers/page/job-page.ts', SITES, [
    ['a job is similar to itself', 'entry.jobId !== job?.id && entry.locale', 'entry.locale'],
    ['jobs in other languages are similar', ' && entry.locale === locale', ''],
    ['one similar job more', 'if (found.size === MOST_SIMILAR) break;', 'if (found.size > MOST_SIMILAR) break;'],
  ]),
  ...of('src/careers/feeds/files.ts', FEEDS, [
    ['a job that closes meanwhile is in the feed', 'if (!posting.visibility.shown[feed.channel]) continue;', ''],
    ['a job that is erased meanwhile ends the feed', 'if (!record) continue;', 'if (!record) return;'],
    [
      'the fiftieth of a portion is lost',
      'yield portion;\n      portion = [];\n    }\n    portion.push(entry);',
      'yield portion;\n      portion = [];\n      continue;\n    }\n    portion.push(entry);',
    ],
  ]),
  ...of(
    'src/careers/page/document.ts',
    ['test/api/headers.test.ts', ...SITES],
    [['other sites may frame career pages', `"frame-ancestors 'none'",`, `"frame-ancestors 'self'",`]],
  ),
  ...of(
    'src/careers/visibility.ts',
    ['test/careers/visibility.test.ts', ...SITES],
    [
      [
        'what is published now is not shown yet',
        'momentOf(String(from)) > momentOfNow(now)',
        'momentOf(String(from)) >= momentOfNow(now)',
      ],
      ['jobs on hold are in feeds', "EVERYWHERE.filter((channel) => channel !== 'page')", "['site']"],
    ],
  ),
  ...of(
    'src/careers/feeds/sitemap.ts',
    ['test/careers/long.test.ts', ...FEEDS],
    [['the last address of a part is lost', 'from + most - 1)', 'from + most - 2)']],
  ),
];

const UPDATES = ['test/engines/changes/changes.operations.ts'];
const imports: readonly Fault[] = [
  ...of('src/jobs/import/changes.ts', UPDATES, [
    [
      'an empty cell empties a required field',
      'if (required) record[name] ??= before[name]!;',
      'if (required) record[name] ??= null;',
    ],
    [
      'what follows from other fields stays',
      'if (isNatural && (values[name] ?? null) === null) record[name] = natural(record, now);',
      '',
    ],
    ['`updated` stays', 'if (touched && values.updated === undefined) record.updated = now;', ''],
    [
      'dates in the wrong order are taken',
      'const faults = orderFaults(resource, record);',
      'const faults = orderFaults(resource, values);',
    ],
  ]),
  ...of(
    'src/contract/formats/import-row.ts',
    [...UPDATES, 'test/import/bad-input.operations.ts'],
    [
      [
        'an empty cell of a needed field is taken',
        'needed.has(field.name) && !isKept',
        'needed.has(field.name) && !isPartial',
      ],
    ],
  ),
  ...of('src/jobs/import/changes.ts', UPDATES, [
    ['a name that is given up stays taken', '(other && keyText(relation, other.record) !== text)', 'false'],
  ]),
  ...of(
    'src/jobs/import/row-checker.ts',
    ['test/engines/import.operations.ts'],
    [['the newest id is not looked up', '(id as number) <= newest(resource))', '(id as number) < newest(resource))']],
  ),
];

const writes: readonly Fault[] = [
  ...of(
    'src/store/postgres/write/create.ts',
    ['test/engines/group-commit.test.ts'],
    [
      [
        'a bad record fails its batch',
        'if (batch.length > 1 && OF_A_RECORD.test(codeOf(error))) await oneByOne(batch);\n      else for',
        'for',
      ],
      [
        'one by one, a failure ends the rest',
        '.then(([outcome]) => each.resolve(outcome!), each.reject)',
        '.then(([outcome]) => each.resolve(outcome!))',
      ],
    ],
  ),
  ...of(
    'src/store/postgres/write/create-batch.ts',
    ['test/engines/group-commit.test.ts'],
    [
      ['refused creates are written', ' && faults[at]!.length === 0 ? [at] : []', ' ? [at] : []'],
      [
        'records get the ids of their neighbours',
        'outcomes[at] = { id: records[k]!.id as number',
        'outcomes[at] = { id: records[0]!.id as number',
      ],
    ],
  ),
  ...of(
    'src/store/sqlite/write/group-commit.ts',
    ['test/engines/group-commit.test.ts'],
    [
      [
        'a bad record fails its group',
        'if (group.length === 1 || !(failure instanceof WriteFailed)) throw failure;',
        'throw failure;',
      ],
      ['what a bad record wrote stays', "run('ROLLBACK TO one');", ''],
      ['after a rollback, counts stay', 'rolledBack();\n      throw error;', 'throw error;'],
    ],
  ),
  ...of(
    'src/store/shared/record-text.ts',
    ['test/search/search.test.ts'],
    [
      ['the final sigma is another letter', ".replaceAll('ς', 'σ')", ''],
      ['a sharp s is not ss', '.toLowerCase().toUpperCase().toLowerCase()', '.toLowerCase()'],
    ],
  ),
];

const races: readonly Fault[] = [
  ...of(
    'src/http/response/cache.ts',
    ['test/api/cache.test.ts'],
    [
      ['what was made before a create is kept', 'if (version !== current) return;', ''],
      ['another version forgets nothing', 'entries.clear();\n    [current', '[current'],
    ],
  ),
  ...of(
    'src/http/app.ts',
    ['test/api/cache.test.ts'],
    [
      [
        'the version is read after the data',
        'cache.offer(version, key!, result);',
        'cache.find(store.version(), key!) ?? cache.offer(store.version(), key!, result);',
      ],
      ['rights make no difference to the cache', "asker.access.key === '' ? url : `${asker.access.key} ${url}`", 'url'],
    ],
  ),
  {
    what: 'ids from before a change are shown',
    file: 'src/store/sqlite/read/read.ts',
    line: 'if (tables.generation() !== generation) return list(resource, asked, options);',
    changed: '',
    tests: ['test/engines/long-questions.test.ts'],
    explained: 'another process has to commit between the answer of the lane and the next line',
  },
  ...of(
    'src/store/sqlite/read/answer.ts',
    ['test/engines/long-questions.test.ts', 'test/aggregate/remembered.operations.ts'],
    [['an answer counts for every state', 'return `${newest} ${generation} ${', 'return `${generation} ${']],
  ),
  ...of(
    'src/store/postgres/aggregate/aggregates.ts',
    ['test/aggregate/remembered.operations.ts'],
    [
      [
        'what was remembered before a change counts',
        'const { watermark, counted, generation, tail } = await marksOf(run, resource);',
        "const { watermark, counted, tail } = await marksOf(run, resource);\n  const generation = '';",
      ],
      ['what came since is counted twice', '{ after: upTo, upTo: watermark }', '{ upTo: watermark }'],
      [
        'what came since is not counted',
        'inSlices(merging(base!, await since.read(await run(since.sql, since.parameters))))',
        'base!',
      ],
    ],
  ),
];

const AGGREGATES = [
  'test/aggregate/answers.test.ts',
  'test/aggregate/buckets.test.ts',
  'test/aggregate/having.test.ts',
];
const aggregates: readonly Fault[] = [
  ...of(
    'src/contract/aggregate/buckets.ts',
    ['test/aggregate/buckets.test.ts'],
    [
      ['weeks belong to the year of their Monday', 'const thursday = monday + 3;', 'const thursday = monday;'],
      ['buckets have their last bound too', "operator: 'lt' as const", "operator: 'lte' as const"],
      ['bounds of whole numbers are rounded down', 'Math.ceil(value)', 'Math.floor(value)'],
    ],
  ),
  ...of(
    'src/store/shared/aggregate/finish.ts',
    ['test/aggregate/bad-input.test.ts'],
    [['currencies are added up', 'currencies.length > 1', 'currencies.length > 2']],
  ),
  ...of('src/store/shared/aggregate/finish.ts', AGGREGATES, [
    ['a sum of nothing is null', 'return isEmpty ? 0 : sumOf', 'return isEmpty ? null : sumOf'],
    ['gte is gt', 'return order >= 0;', 'return order > 0;'],
  ]),
  ...of(
    'src/store/shared/aggregate/finish.ts',
    ['test/aggregate/aggregates.test.ts'],
    [
      [
        'ties are in any order',
        'return descending ? -order : order;\n    }\n    for',
        'return descending ? -order : order;\n      return 0;\n    }\n    for',
      ],
    ],
  ),
];

const feed: readonly Fault[] = [
  ...of(
    'src/store/shared/changes/page.ts',
    ['test/feed/feed.test.ts'],
    [
      ['the last id of a range is older', 'id < range[0] + range[1]', 'id < range[0] + range[1] - 1'],
      ['records of a snapshot come again', 'if (isNewer(id)) continue;', ''],
      ['a cursor of another history is taken', ' || markOf(run) !== cursor.mark)', ')'],
    ],
  ),
];

const http: readonly Fault[] = [
  ...of(
    'src/http/request/auth.ts',
    ['test/api/spec.test.ts', 'test/sign-in/sign-in.test.ts'],
    [
      ['xbearer is Bearer', '/^bearer +(.+)$/i', '/bearer +(.+)$/i'],
      ['the scheme is case-sensitive', '/^bearer +(.+)$/i', '/^Bearer +(.+)$/'],
      [
        'a session counts for other sites',
        "request.method === 'POST' && !isFromOwnPage",
        "request.method === 'PUT' && !isFromOwnPage",
      ],
    ],
  ),
  ...of(
    'src/http/response/responses.ts',
    ['test/api/headers.test.ts'],
    [['a preflight is never kept', "      'Access-Control-Max-Age': '86400',\n", '']],
  ),
  ...of(
    'src/http/response/responses.ts',
    ['test/api/contract.test.ts'],
    [['pages may not send their keys', 'Idempotency-Key, If-None-Match', 'If-None-Match']],
  ),
  ...of(
    'src/http/response/responses.ts',
    ['test/api/headers.test.ts'],
    [
      ['types are guessed', "'X-Content-Type-Options': 'nosniff'", "'X-Content-Type-Options': ''"],
      ['data may be framed', `"default-src 'none'; frame-ancestors 'none'"`, `"default-src 'none'"`],
      ['private answers are kept by all', 'varies ? `private, ${REVALIDATE}` : REVALIDATE', 'REVALIDATE'],
    ],
  ),
];

const rights: readonly Fault[] = [
  ...of(
    'src/access/directory.ts',
    ['test/access/directory.operations.ts'],
    [
      ['revoked tokens are taken', "if (row.revoked_at !== null) return refused('revoked');", ''],
      ['a token lives a moment longer', 'expires_at <= time', 'expires_at < time'],
      ['a session has the rights of a removed role', 'stored?.revoked_at === null ?', 'stored ?'],
    ],
  ),
  ...of(
    'src/store/table.ts',
    ['test/access/directory.operations.ts'],
    [['the embedded database is waited for', 'rowsIn(found as Rows);', 'Promise.resolve(rowsIn(found as Rows));']],
  ),
  ...of(
    'src/access/secret.ts',
    ['test/access/secret.test.ts'],
    [['the checksum is not compared', '&& secret.endsWith(checksumOf(secret.slice(0, secret.length - CHECKSUM)))', '']],
  ),
  ...of(
    'src/store/shared/access/row-limits.ts',
    ['test/access/rows/row-limits.test.ts', 'test/access/rows/rows.test.ts'],
    [
      ['hops lead to any record', '{ ...condition, among: limits }', 'condition'],
      [
        'callers with different limits share answers',
        "return [createHash('sha256').update(JSON.stringify(all)).digest('base64url')];",
        'return [String(all.length)];',
      ],
    ],
  ),
];

const webhooks: readonly Fault[] = [
  ...of(
    'src/webhooks/deliver.ts',
    ['test/webhooks/batch.test.ts', 'test/webhooks/deliveries.operations.ts'],
    [
      ['a batch goes beyond its end', 'if (change.cursor === until) break;', ''],
      ['private fields are sent', 'isPrivate ? {} : privateFields', '{}'],
      ['one entry too large stops all', 'if (entries.length > 0 && bytes', 'if (bytes'],
    ],
  ),
  ...of(
    'src/webhooks/public-address.ts',
    ['test/webhooks/public-address.test.ts'],
    [
      ['half of a private network is public', "'172.16.0.0/12'", "'172.16.0.0/13'"],
      ['an embedded address is not looked at', 'inside === undefined ?', 'inside !== null ?'],
    ],
  ),
  ...of(
    'src/webhooks/back-off.ts',
    ['test/webhooks/deliveries.operations.ts'],
    [['the first wait is the second', 'Math.min(failures, waits.length) - 1', 'Math.min(failures, waits.length - 1)']],
  ),
];

const WORDS = ['test/console/words.test.ts'];
const consoleQuestions: readonly Fault[] = [
  ...of(
    'console/src/pages/insights/compare.ts',
    ['test/console/compare.test.ts'],
    [
      ['the day before a time is in it', 'to: addDays(monthsEarlier(end, by), -1)', 'to: monthsEarlier(end, by)'],
      ['the last day is left out', 'const end = addDays(to, 1);', 'const end = to;'],
      [
        'a shorter month runs over',
        'at.setUTCDate(Math.min(at.getUTCDate(), Number(day.slice(8))));',
        'at.setUTCDate(Number(day.slice(8)));',
      ],
      ['months are not whole', 'from.slice(8) === end.slice(8)', 'from.slice(8) === to.slice(8)'],
    ],
  ),
  ...of('console/src/data/words.ts', WORDS, [
    ['zero has a sign', "const signDisplay = 'negative';", "const signDisplay = 'auto';"],
    ['thousands are shortened', 'Math.abs(value) < 10_000', 'Math.abs(value) < 1000'],
    ['negative numbers are never shortened', 'Math.abs(value) < 10_000 ?', 'value < 10_000_000 ?'],
  ]),
  ...of(
    'console/src/data/query.ts',
    ['test/console/ask.test.ts'],
    [
      ['commas are unreadable', '/%(5B|5D|2C|28|29|3A|2F)/gi', '/%(5B|5D|28|29|3A|2F)/gi'],
      ['the first value is replaced at the end', 'at < 0 ? [...rest, ...pairs]', 'at <= 0 ? [...rest, ...pairs]'],
    ],
  ),
  ...of(
    'console/src/pages/ask/question.ts',
    ['test/console/ask.test.ts'],
    [
      ['commas in parentheses separate', 'text.split(/,(?![^(]*\\))/)', "text.split(',')"],
      [
        'an order by what is gone stays',
        "names.includes(each.replace(/^-/, '')));\n  const isOnlyCount",
        'names.length > 0);\n  const isOnlyCount',
      ],
      ['having is a filter', '!LOOK.includes(name) && !isHaving(name)', '!LOOK.includes(name)'],
    ],
  ),
  ...of(
    'console/src/data/rights.ts',
    ['test/console/rights.test.ts'],
    [
      [
        'who may read nothing is told nothing to ask for',
        "if (first === 'totals') return mayReadSomething() ? [] : ['read'];",
        "if (first === 'totals') return [];",
      ],
      ['everything opens without a session', "|| me.value?.who?.kind === 'person'", '|| me.value?.who !== null'],
      ['those who see less are told of all', '[who.kind, who.name, limited, ...read]', '[who.kind, ...read]'],
    ],
  ),
];

export const faults: readonly Fault[] = [
  ...[erasures, insights, lists, careers, imports, writes, races, aggregates, feed, http, rights, webhooks],
  ...[consoleQuestions, consoleFaults],
].flat();
