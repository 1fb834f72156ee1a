// A process that delivers, and can be killed: `bun deliverer.ts TIMES`, with the settings of its database.
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { readSettings } from '../../src/config.ts';
import { openDatabase } from '../../src/store/open.ts';
import { startDeliveries } from '../../src/webhooks/deliveries.ts';
import { endWithParent } from '../harness/run/end-with-parent.ts';

endWithParent();

const database = await openDatabase(readSettings(process.env));
startDeliveries({
  store: database,
  webhooks: database.webhooks,
  catalogue,
  privateFields: {},
  allowPrivate: true,
  times: JSON.parse(process.argv[2]!),
});
