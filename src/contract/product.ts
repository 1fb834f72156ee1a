// What the service calls itself, in every answer and document.
import manifest from '../../package.json';

export const PRODUCT = 'Workforce and Recruiting Data Service';
export const VERSION = manifest.version;
/** Everything for machines lives under this path. */
export const BASE = '/api';
/** Where assistants find tools. */
export const MCP_PATH = '/mcp';
