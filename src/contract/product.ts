// The name, version and root paths of the service, for answers and documents.
import manifest from '../../package.json';

export const PRODUCT = 'Workforce and Recruiting Data Service';
export const VERSION = manifest.version;
export const BASE = '/api';
export const MCP_PATH = '/mcp';
