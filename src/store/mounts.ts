const NETWORK_TYPES: ReadonlySet<string> = new Set([
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  'afs',
  'ncpfs',
  'ceph',
  'glusterfs',
  'lustre',
  'gpfs',
  'beegfs',
  'orangefs',
  'pvfs2',
  'coda',
  'fuse.sshfs',
  'fuse.glusterfs',
  'fuse.ceph',
  'fuse.s3fs',
  'fuse.rclone',
  'fuse.davfs',
  'fuse.gcsfuse',
  'fuse.juicefs',
  'fuse.ossfs',
  'fuse.cosfs',
]);

export interface Mount {
  point: string;
  type: string;
}

/** The network mount that holds `path` (absolute, symlinks resolved), by the text of /proc/mounts; null when the disk is local. */
export function networkMount(path: string, mounts: string): Mount | null {
  let holder: Mount | null = null;
  for (const line of mounts.split('\n')) {
    const [, escapedPoint, type] = line.split(' ');
    if (escapedPoint === undefined || type === undefined) continue;
    const point = unescaped(escapedPoint);
    const holds = point === '/' || path === point || path.startsWith(`${point}/`);
    // A later mount on the same point hides the earlier one.
    if (holds && point.length >= (holder?.point.length ?? 0)) holder = { point, type };
  }
  return holder !== null && NETWORK_TYPES.has(holder.type) ? holder : null;
}

/** Space, tab, newline and backslash are written as octal. */
function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
