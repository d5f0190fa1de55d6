/** Something a person should look at, with the file (and line) it is in. */
interface SiteWarning {
    readonly space?: string;
    readonly file?: string;
    readonly line?: number;
    readonly message: string;
}

interface ExportReport {
    readonly pages: number;
    /** Pages whose body was rendered; the others came from the cache. */
    readonly rendered: number;
    /** Paths that were written because their bytes are new. */
    readonly written: readonly string[];
    readonly removed: readonly string[];
    readonly warnings: readonly SiteWarning[];
    readonly timingsMs: Readonly<Record<'read' | 'model' | 'render' | 'search' | 'lists' | 'total', number>>;
}

interface ExportOptions {
    /** The folder of a space (in a mirror or any other folder of markdown), or of a site as `tidemark export FOLDER` takes it. */
    readonly folder: string;
    /** Where the site goes. Files of an earlier export that are no longer needed are removed. */
    readonly out: string;
    /** `https://host/path/` or `/path/`. */
    readonly baseUrl?: string;
    /** Says yes to exporting what is not public. */
    readonly allowPrivate?: boolean;
}
/** Exports a folder as a static site. */
declare function exportSite(options: ExportOptions): Promise<ExportReport>;

export { exportSite };
export type { ExportOptions, ExportReport };
