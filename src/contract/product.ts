// The name, version and root paths of the service, for answers and documents.
import manifest from '../../package.json';

export const PRODUCT = 'Workforce and Recruiting Data Service';
export const VERSION = manifest.version;
/** The path of the API. */
export const BASE = '/api';
/** The path of the Model Context Protocol. */
export const MCP_PATH = '/mcp';
