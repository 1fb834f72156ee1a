// German job advertisements.
import type { AdWords } from './ad-words.ts';

export const de: AdWords = {
  headings: {
    duties: 'Ihre Aufgaben:',
    offers: 'Das bieten wir Ihnen:',
    steps: 'Ihr Weg zu uns:',
    needs: 'Ihr Profil:',
  },
  // biome-ignore format: a table
  departments: {
    'Executive Office': {
      mission: ['Gute Entscheidungen brauchen Fakten, die auf eine Seite passen. Sie sorgen dafür, dass unsere Geschäftsleitung sie rechtzeitig vor sich hat.', 'Sie verstärken das kleine Team, das die Prioritäten von Alderwick klar hält und unsere Führung auf jedes Gespräch vorbereitet.'],
      duties: ['Vorlagen für die monatlichen Sitzungen von Aufsichtsrat und Geschäftsleitung erarbeiten', 'Beschlüsse nachhalten, bis sie umgesetzt sind', 'Neue Märkte untersuchen und die Ergebnisse verständlich aufbereiten', 'Die Planung unserer Standorte aufeinander abstimmen', 'Den Überblick behalten, was wann entschieden wird, damit niemand überrascht ist'],
      needs: ['Diskretion im Umgang mit vertraulichen Themen', 'Ein klarer Schreibstil und ein Blick für Zahlen', 'Ruhe, wenn sich Pläne kurzfristig ändern', 'Der Mut, jedem zu sagen, dass eine Zahl nicht stimmt'],
    },
    Engineering: {
      mission: ['Unsere Software plant vier Millionen Lieferungen im Monat, und wenn sie steht, steht auch das Lager. Sie halten sie schnell und im besten Sinne langweilig.', 'Bei uns verantworten kleine Teams ihre Dienste von der ersten Skizze bis zum Betrieb bei Nacht. In eines davon steigen Sie ein.'],
      duties: ['Dienste entwerfen, bauen und betreiben, mit denen mehrere Tausend Lager arbeiten', 'Den Code anderer prüfen und den eigenen prüfen lassen', 'Tests, Auslieferung und Überwachung unserer Systeme weiterentwickeln', 'Gemeinsam mit Produkt und Support herausfinden, was sich zu bauen lohnt', 'Sich an einer fairen, bezahlten Rufbereitschaft beteiligen'],
      needs: ['Sie schreiben Code, den andere auch in einem Jahr noch verstehen', 'Sie testen, was Sie bauen, und wissen, woran es scheitern kann', 'Praktische Erfahrung mit relationalen Datenbanken', 'Freude daran, Entwürfe gemeinsam auszuarbeiten'],
    },
    Sales: {
      mission: ['Zu uns kommen Unternehmen, deren Wachstum keine Tabelle mehr fasst. Sie zeigen ihnen, wie es weitergeht.', 'Sie gewinnen mittlere und große Logistikunternehmen in Ihrer Region und bleiben ihnen ein verlässliches Gegenüber.'],
      duties: ['Verstehen, wie ein Unternehmen arbeitet, bevor Sie ihm etwas vorschlagen', 'Vorführungen und Pilotprojekte zusammen mit unserer Beratung gestalten', 'Eine Prognose pflegen, auf die sich das ganze Haus verlassen kann', 'Verträge aushandeln, die beide Seiten gern verlängern', 'Produkt und Marketing berichten, was den Markt bewegt'],
      needs: ['Nachweisbare Erfolge im Vertrieb, ohne verbrannte Erde', 'Sie hören mehr zu, als Sie reden', 'Verhandlungssicheres Deutsch und Englisch', 'Sie bereiten jedes Gespräch vor, als wäre es das einzige'],
    },
    'Product & Design': {
      mission: ['Unser Produkt wird mit Handschuhen bedient, bei Regen und um vier Uhr morgens. Sie sorgen dafür, dass es auch dann hilft.', 'Sie gestalten die Werkzeuge, mit denen die Disposition ihren Tag plant.'],
      duties: ['Kundinnen und Kunden besuchen und Probleme mitbringen statt Wunschlisten', 'Aus Ideen Prototypen machen, die sich innerhalb weniger Tage testen lassen', 'Mit der Entwicklung entscheiden, was als Nächstes kommt und was wir weglassen', 'Messen, ob eine neue Version den Menschen wirklich etwas bringt', 'Darauf achten, dass unser Produkt für alle zugänglich ist'],
      needs: ['Ein Portfolio oder ein Produkt, durch das Sie uns führen', 'Sie können freundlich Nein sagen und es begründen', 'Neugier auf den Alltag der Menschen, die unser Produkt nutzen', 'Eine grobe Skizze liegt Ihnen genauso wie eine Tabelle voller Zahlen'],
    },
    'Customer Success': {
      mission: ['Wer gut startet, bleibt viele Jahre. Sie begleiten diesen Anfang und alles, was danach kommt.', 'Unsere Kunden kennen uns beim Namen. Bald auch Sie.'],
      duties: ['Neue Kunden vom Vertrag bis zur ersten Lieferung begleiten', 'Fragen schnell beantworten und klären, warum sie überhaupt aufkamen', 'Jedes Quartal gemeinsam auf die Ergebnisse schauen', 'Die Sicht der Kunden in unsere Planung tragen', 'Die Hilfeseiten schreiben, die Sie selbst gern gefunden hätten'],
      needs: ['Geduld, Humor und eine strukturierte Arbeitsweise', 'Erfahrung mit Unternehmenssoftware und denen, die sie nutzen', 'Sie schreiben Nachrichten, die man nur einmal lesen muss', 'Sie bleiben ruhig, wenn es die Gegenseite nicht mehr ist'],
    },
    Operations: {
      mission: ['Hier treffen Versprechen auf Laderampen. Sie sorgen dafür, dass beides zusammenpasst.', 'Sie machen den Alltag unserer Standorte einfacher, günstiger und sicherer.'],
      duties: ['Kapazitäten mit Speditionen und Standorten planen', 'Den teuersten Schritt eines Ablaufs finden und abschaffen', 'Leistungen mit Lieferanten vereinbaren und im Blick behalten', 'Wöchentlich über Kosten, Qualität und Liefertreue berichten', 'Einen Tag im Monat im Lager verbringen, denn dort entstehen die besten Ideen'],
      needs: ['Sicherer Umgang mit Zahlen und Tabellen', 'Sie bleiben am Telefon auch an schlechten Tagen freundlich', 'Erfahrung in Logistik, Handel oder Produktion ist willkommen', 'Sie bringen zu Ende, was Sie beginnen, und sagen früh, wenn es nicht geht'],
    },
    Finance: {
      mission: ['Sieben Länder, fünf Währungen und ein Abschluss, der stimmen muss. Mit Ihnen tut er das.', 'Am fünften Arbeitstag haben unsere Führungskräfte Zahlen, auf die Verlass ist. Dank Ihnen.'],
      duties: ['Monatsabschlüsse vorbereiten und Veränderungen erklären', 'Budgetverantwortliche bei Planung und Prognosen unterstützen', 'Unsere Abläufe das ganze Jahr über prüfungssicher halten', 'Automatisieren, was noch von Hand übertragen wird', 'Zahlen auch denen erklären, die sie lieber nicht lesen'],
      needs: ['Studium oder Ausbildung in Finanzen oder Rechnungswesen', 'Genauigkeit und der Mut nachzufragen, wenn eine Zahl seltsam aussieht', 'Erfahrung mit einem modernen ERP-System', 'Termine, die jeden Monat wiederkehren, bringen Sie nicht aus der Ruhe'],
    },
    Marketing: {
      mission: ['Die Logistik steckt voller Geschichten, die niemand erzählt. Sie erzählen sie.', 'Sie sorgen dafür, dass die richtigen Menschen auf uns aufmerksam werden, und zwar aus Gründen, die stimmen.'],
      duties: ['Kampagnen von der Idee bis zur Auswertung verantworten', 'Texte für Website, Newsletter und Fachpresse schreiben und redigieren', 'Mit dem Vertrieb Veranstaltungen und Referenzberichte entwickeln', 'Ausprobieren, messen und streichen, was nicht wirkt', 'Unsere Marke in allen Sprachen pflegen'],
      needs: ['Arbeitsproben, auf die Sie stolz sind', 'Gespür für Sprache und für Daten', 'Erfahrung im B2B-Marketing ist von Vorteil', 'Sie machen auch aus trockenen Themen etwas, das man gern liest'],
    },
    'People & Culture': {
      mission: ['Etwa jede Woche fängt jemand bei uns an, und wir möchten, dass alle bleiben. Daran haben Sie großen Anteil.', 'Sie helfen Führungskräften, gute zu werden, und neuen Kolleginnen und Kollegen, gut anzukommen.'],
      duties: ['Führungskräfte bei Auswahl, Entwicklung und schwierigen Gesprächen beraten', 'Auswahlverfahren strukturiert, fair und zügig gestalten', 'Die Einarbeitung mit dem verbessern, was neue Kolleginnen und Kollegen uns sagen', 'Unsere Regelungen verständlich und aktuell halten', 'Dafür sorgen, dass niemand lange auf eine Antwort wartet'],
      needs: ['Gutes Urteilsvermögen und Verschwiegenheit', 'Erfahrung in einem internationalen Unternehmen', 'Sie können belegen, was Sie raten', 'Sie hören auch, was nicht gesagt wird'],
    },
    'Data & Analytics': {
      mission: ['Jedes Paket hinterlässt eine Spur aus Daten. Sie machen daraus Entscheidungen.', 'Sie schaffen die Zahlen, auf die sich Disposition, Kundschaft und unsere eigene Führung verlassen.'],
      duties: ['Daten so modellieren, dass gleiche Fragen gleiche Antworten bekommen', 'Prognosen bauen und messen, wie weit sie danebenlagen', 'Experimente gemeinsam mit den Produktteams entwerfen', 'Ergebnisse so erklären, dass man dafür kein SQL können muss', 'Datenpipelines betreiben, die fertig sind, bevor der erste Lkw losfährt'],
      needs: ['Solide Statistik und sauberes SQL', 'Sie hinterfragen Daten, bevor Sie ihnen trauen', 'Erfahrung mit Versionsverwaltung und Code-Reviews', 'Ihre Diagramme brauchen keine Erklärung'],
    },
    'IT & Security': {
      mission: ['Über ihre Werkzeuge sollten sich unsere Leute keine Gedanken machen müssen. Das übernehmen Sie.', 'Sie schützen unsere Kundschaft und machen es allen im Haus leicht, das Sichere zu tun.'],
      duties: ['Identitäten, Geräte und Netze aller Standorte betreiben', 'Bedrohungen erkennen und im Ernstfall die Abwehr leiten', 'Eintritte, Wechsel und Austritte automatisieren', 'Freundlich helfen und danach die Ursache beheben', 'Den Notfall üben, bevor er eintritt'],
      needs: ['Erfahrung mit einem großen Identitätsdienst und mit Geräteverwaltung', 'Sie dokumentieren, was Sie ändern', 'Bereitschaft, sich den Notdienst mit anderen zu teilen', 'Viel Geduld mit Menschen und keine mit Passwörtern auf Zetteln'],
    },
    'Legal & Compliance': {
      mission: ['Sie schreiben Verträge, die man versteht, und Regeln, an die man sich hält.', 'Produkt, Vertrieb und Personal fragen Sie früh, weil Ihre Antworten weiterhelfen.'],
      duties: ['Verträge mit Kunden und Lieferanten entwerfen und verhandeln', 'Zu Datenschutz und Arbeitsrecht beraten', 'Richtlinien und Verzeichnisse in Ordnung halten', 'Im Haus vermitteln, was man wirklich wissen muss', 'Neue Gesetze in unseren Märkten verfolgen und früh sagen, was sie für uns bedeuten'],
      needs: ['Juristische Ausbildung oder eine Qualifikation in Compliance', 'Sie schreiben für Menschen, die nicht Jura studiert haben', 'Ein praktischer Sinn für Risiken', 'Ein kurzer Vertrag ist Ihnen lieber als ein langer'],
    },
  },
  interest: 'Interesse an {one} oder {two}',
  mastery: 'Erfahrung mit {one} oder {two}',
  // In the dative, which both sentences want.
  // biome-ignore format: a table
  skills: {
    'market research': 'Marktforschung', 'board reporting': 'Berichten für den Aufsichtsrat', 'scenario planning': 'Szenarioplanung', 'stakeholder management': 'Stakeholder-Management', 'diary and travel planning': 'Termin- und Reiseplanung',
    'event-driven systems': 'ereignisgesteuerten Systemen', observability: 'Observability', 'API design': 'API-Design',
    'consultative selling': 'beratendem Vertrieb', 'pipeline forecasting': 'Umsatzprognosen', 'contract negotiation': 'Vertragsverhandlungen', 'enterprise tenders': 'großen Ausschreibungen', 'CRM discipline': 'sorgfältiger CRM-Pflege',
    'discovery interviews': 'Nutzerinterviews', 'design systems': 'Designsystemen', prototyping: 'Prototyping', roadmapping: 'Produkt-Roadmaps', accessibility: 'Barrierefreiheit',
    'onboarding programmes': 'Einführungsprogrammen', renewals: 'Vertragsverlängerungen', 'ticket triage': 'der Priorisierung von Supportanfragen', 'customer training': 'Kundenschulungen', 'health scoring': 'Kennzahlen zur Kundenzufriedenheit',
    'demand planning': 'Bedarfsplanung', 'supplier management': 'Lieferantenmanagement', 'process mapping': 'Prozessanalyse', 'inventory control': 'Bestandsführung', 'lean methods': 'Lean-Methoden',
    'month-end close': 'Monatsabschlüssen', budgeting: 'Budgetplanung', 'payroll in several countries': 'Gehaltsabrechnung in mehreren Ländern', 'audit preparation': 'Prüfungsvorbereitung',
    'campaign planning': 'Kampagnenplanung', 'editorial writing': 'redaktionellem Schreiben', 'marketing analytics': 'Marketing-Analysen', 'brand guidelines': 'Markenrichtlinien', 'search marketing': 'Suchmaschinenmarketing',
    'structured interviewing': 'strukturierten Interviews', 'employment law': 'Arbeitsrecht', coaching: 'Coaching', 'workforce planning': 'Personalplanung', facilitation: 'Moderation',
    'data modelling': 'Datenmodellierung', experimentation: 'kontrollierten Experimenten', forecasting: 'Prognosemodellen',
    'identity management': 'Identitätsmanagement', 'endpoint security': 'Endgerätesicherheit', 'incident response': 'Incident Response', networking: 'Netzwerktechnik',
    'commercial contracts': 'Handelsverträgen', 'data protection': 'Datenschutz', 'company law': 'Gesellschaftsrecht', 'policy drafting': 'internen Richtlinien', 'regulatory filings': 'Meldungen an Behörden',
  },
  scope: [
    'Das Praktikum dauert drei bis sechs Monate und ist bezahlt. Sie bekommen ein eigenes Projekt und jemanden, der Sie begleitet.',
    'Sie beginnen mit klar umrissenen Aufgaben und haben jemanden an Ihrer Seite, der sich Zeit für Sie nimmt.',
    'Sie arbeiten selbstständig und entscheiden, wie Sie ans Ziel kommen.',
    'Sie übernehmen die kniffligen Fälle und helfen anderen, daran zu wachsen.',
    'Sie geben in Ihrem Fachgebiet über mehrere Teams hinweg die Richtung vor.',
    'Sie führen ein Team von fünf bis acht Menschen, und Ihr Erfolg ist, was diese erreichen.',
  ],
  experience: [
    'Ein laufendes oder gerade abgeschlossenes Studium oder eine passende Ausbildung',
    'Erste Erfahrung in einer ähnlichen Rolle oder eine Ausbildung, die dazu passt',
    'Etwa drei Jahre Erfahrung in einer ähnlichen Rolle',
    'Mindestens sechs Jahre Erfahrung im Fach, in denen auch andere Sie um Rat gefragt haben',
    'Mindestens zehn Jahre Erfahrung im Fach und Arbeit, die mehr als ein Team geprägt hat',
    'Mindestens zwei Jahre Führungserfahrung und Freude daran',
  ],
  policies: {
    on_site: 'Sie arbeiten mit Ihrem Team vor Ort in {city}.',
    hybrid: 'Zwei bis drei Tage in der Woche arbeiten Sie in unserem Büro in {city}, die übrigen, wo Sie möchten.',
    remote:
      'Sie arbeiten von zu Hause aus, ganz gleich, wo im Land Sie leben. In unserem Büro in {city} sind Sie jederzeit willkommen.',
  },
  contracts: {
    part_time: 'Die Stelle ist in Teilzeit mit 20 bis 30 Stunden in der Woche. Die Tage stimmen wir mit Ihnen ab.',
    contract: 'Sie arbeiten auf Vertragsbasis mit uns, solange das Projekt dauert.',
    temporary: 'Die Stelle ist auf zwölf Monate befristet. So haben viele von uns angefangen.',
  },
  ways: [
    'Unsere Teams sind klein, Besprechungen kurz, und was beschlossen ist, wird aufgeschrieben.',
    'Ihre engsten Kolleginnen und Kollegen sitzen in zwei oder drei Ländern. Deshalb halten wir vieles schriftlich fest, auf Englisch, und treffen uns viermal im Jahr.',
    'Niemand erwartet abends noch eine Antwort, und wer führt, macht selbst pünktlich Feierabend.',
  ],
  offers: [
    'Fünf Tage und ein eigenes Budget im Jahr für Weiterbildung nach Wahl',
    'Arbeitsgeräte, die Sie sich selbst aussuchen',
    'Arbeitszeiten, die Platz lassen für Kinder, Eltern und den Chor',
    'Eine Beteiligung am Gewinn, für alle mit demselben Prozentsatz',
    'Mentoring durch jemanden aus einem anderen Team, wenn Sie möchten',
    'Eine Vertretung im Urlaub, damit er auch einer ist',
  ],
  steps: {
    screening: 'Ein erstes Telefonat von einer halben Stunde mit unserem Recruiting-Team',
    assessment: 'Eine Aufgabe aus dem Alltag, höchstens zwei Stunden, die wir gemeinsam besprechen',
    interview: 'Ein Vormittag mit Ihrem künftigen Team, vor Ort oder per Video',
    offer: 'Eine Zusage oder eine klare Absage innerhalb von fünf Arbeitstagen',
  },
  closing: [
    'Auf jede Bewerbung antworten wir innerhalb von zehn Arbeitstagen.',
    'Wir zahlen innerhalb der angegebenen Spanne und sagen Ihnen schon im ersten Gespräch, wo Sie darin stünden.',
    'Sie erfüllen vieles, aber nicht alles? Bewerben Sie sich trotzdem.',
    'Bei uns sind alle willkommen (m/w/d). Sagen Sie uns, wenn wir Ihnen die Bewerbung erleichtern können.',
  ],
  follows: 'Die deutsche Fassung folgt.',
};
