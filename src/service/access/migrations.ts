import type { Migration } from '../store/index.ts';

/** People and organizations, and the roles of people. A member with role NULL is a guest, who has nothing but grants on content. */
export const accessMigrations: readonly Migration[] = [
  {
    id: 'access/1',
    sql: `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  email TEXT UNIQUE COLLATE NOCASE,
  photo_url TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL,
  hostname TEXT UNIQUE,
  type TEXT NOT NULL DEFAULT 'business',
  use_case TEXT,
  community_type TEXT,
  default_role TEXT,
  default_site TEXT,
  sso INTEGER NOT NULL DEFAULT 0,
  ai INTEGER NOT NULL DEFAULT 0,
  invite_links INTEGER NOT NULL DEFAULT 1,
  plan TEXT NOT NULL DEFAULT 'free_2024',
  logo TEXT
) STRICT;

CREATE TABLE email_domains (
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  domain TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (organization, domain)
) STRICT, WITHOUT ROWID;
CREATE INDEX email_domains_by_domain ON email_domains(domain);

CREATE TABLE members (
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT CHECK (role IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  sso INTEGER NOT NULL DEFAULT 0,
  joined_at TEXT NOT NULL,
  PRIMARY KEY (organization, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_user ON members(user);

CREATE TABLE teams (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX teams_by_organization ON teams(organization);

CREATE TABLE team_members (
  team TEXT NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
  user TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  owner INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (team, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX team_members_by_user ON team_members(user);

-- The rights of one person, or of each member of a team, on one space or collection, beyond its default level.
CREATE TABLE grants (
  kind TEXT NOT NULL CHECK (kind IN ('space', 'collection')),
  content TEXT NOT NULL,
  holder_kind TEXT NOT NULL CHECK (holder_kind IN ('user', 'team')),
  holder TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  PRIMARY KEY (kind, content, holder_kind, holder)
) STRICT, WITHOUT ROWID;
CREATE INDEX grants_by_holder ON grants(holder_kind, holder, kind);
`,
  },
];
